import { useEffect, useState } from "react";

/**
 * An element of its own in the body. A modal dialog sets `aria-hidden` on its siblings, which would silence messages about the dialog, so the
 * attribute is removed here.
 */
export function useLiveRegionHost(): HTMLElement {
  const [host] = useState(() => document.createElement("div"));
  useEffect(() => {
    document.body.append(host);
    const showing = new MutationObserver(() => host.removeAttribute("aria-hidden"));
    showing.observe(host, { attributeFilter: ["aria-hidden"] });
    return () => {
      showing.disconnect();
      host.remove();
    };
  }, [host]);
  return host;
}
