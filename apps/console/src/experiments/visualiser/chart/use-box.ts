import { useLayoutEffect, useState } from "react";
import { defaultSize } from "./chart-spec.ts";

/** The share of its card that a chart takes, either way. */
const share = 0.75;

/** The size of a chart in a card, as the card grows and shrinks; the default until it is measured. */
export function useBox(): readonly [(element: HTMLElement | null) => void, { readonly width: number; readonly height: number }] {
  const [card, setCard] = useState<HTMLElement | null>(null);
  const [size, setSize] = useState({ width: defaultSize, height: defaultSize });
  useLayoutEffect(() => {
    if (card === null) return undefined;
    const measure = () => setSize({ width: Math.round(card.clientWidth * share), height: Math.round(card.clientHeight * share) });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(card);
    return () => observer.disconnect();
  }, [card]);
  return [setCard, size];
}
