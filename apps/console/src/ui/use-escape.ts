import { useEffect } from "react";

/** Calls when Escape is pressed anywhere on the page and nothing inside used it. */
export function useEscape(leave: (() => void) | undefined): void {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave?.();
    };
    window.addEventListener("keydown", keyDown);
    return () => window.removeEventListener("keydown", keyDown);
  }, [leave]);
}
