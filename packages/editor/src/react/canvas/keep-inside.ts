import type { Point } from "../../document/bounds.ts";

/** Positions a popup at a point of the window, moved inside if it would cross the edge. */
export function keepInside(element: HTMLElement | null, at: Point): void {
  if (element === null) return;
  const { width, height } = element.getBoundingClientRect();
  element.style.left = `${Math.max(8, Math.min(at.x, window.innerWidth - width - 8))}px`;
  element.style.top = `${Math.max(8, Math.min(at.y, window.innerHeight - height - 8))}px`;
}
