import { useLayoutEffect, useState } from "react";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of an element without its padding, so that a drawing in it fits and its text is not scaled; `initial` until it is measured. */
export function useSize(initial: Size): readonly [(element: HTMLElement | null) => void, Size] {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState(initial);
  useLayoutEffect(() => {
    if (element === null) return undefined;
    const measure = () => {
      const measured = contentSize(element);
      // A hidden element has no size; the drawing keeps its last one.
      if (measured.width > 0) setSize(measured);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, size];
}

function contentSize(element: HTMLElement): Size {
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(element);
  const sum = (...lengths: readonly string[]) => lengths.reduce((total, length) => total + Number.parseFloat(length), 0);
  return {
    width: Math.round(element.clientWidth - sum(paddingLeft, paddingRight)),
    height: Math.round(element.clientHeight - sum(paddingTop, paddingBottom)),
  };
}
