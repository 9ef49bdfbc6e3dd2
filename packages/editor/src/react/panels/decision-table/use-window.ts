import { useEffect, useState, type RefObject } from "react";

export const rowHeight = 28;
/** Rows that are rendered above and below the visible ones, so that none is blank while scrolling. */
const spare = 6;

export interface RowWindow {
  readonly first: number;
  /** Behind the last. */
  readonly past: number;
  /** Rows in view. */
  readonly page: number;
}

/** The rows of a scrolled box that are drawn. All rows have one height, so that a division finds them. */
export function useWindow(box: RefObject<HTMLElement | null>, count: number): RowWindow {
  const [scroll, setScroll] = useState({ first: 0, page: 20 });
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => {
      const next = {
        first: Math.floor(element.scrollTop / rowHeight),
        page: Math.max(1, Math.floor(element.clientHeight / rowHeight) - 4),
      };
      setScroll((now) => (now.first === next.first && now.page === next.page ? now : next));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    element.addEventListener("scroll", measure, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener("scroll", measure);
    };
  }, [box]);
  const first = Math.max(0, Math.min(scroll.first, count - 1) - spare);
  return { first, past: Math.min(count, scroll.first + scroll.page + 4 + spare), page: scroll.page };
}
