import { useEffect, useRef, useState } from "react";

/** How wide an element is, so that a drawing in it keeps the size of its words. */
export function useWidth<Element extends HTMLElement>(before: number) {
  const place = useRef<Element>(null);
  const [width, setWidth] = useState(before);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const watching = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return [place, width] as const;
}
