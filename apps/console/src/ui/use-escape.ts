import { useEffect } from "react";

/** Calls back when Escape is pressed anywhere on the page and no other element handled it. */
export function useEscape(leave: (() => void) | undefined): void {
  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) leave?.();
    };
    window.addEventListener("keydown", keyDown);
    return () => window.removeEventListener("keydown", keyDown);
  }, [leave]);
}
