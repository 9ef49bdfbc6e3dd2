import { useEffect, useState } from "react";

/**
 * A place of its own beside the page. A dialog hides everything beside it from assistive technology, but what is told while it is open
 * is told about it, so this place does not stay hidden.
 */
export function useHeardHost(): HTMLElement {
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
