import type { DrawnMark } from "./axes.ts";

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The mark that an arrow key leads to: the nearest that lies that way; undefined for other keys and at the end. */
export function walkMarks(drawn: readonly DrawnMark[], from: DrawnMark | undefined, key: string): DrawnMark | undefined {
  const direction = directions[key];
  if (direction === undefined) return undefined;
  if (from === undefined) return drawn[0];
  const [dx, dy] = direction;
  let best: { square: DrawnMark; far: number } | undefined;
  for (const square of drawn) {
    const along = (square.x - from.x) * dx + (square.y - from.y) * dy;
    if (along <= 0.01) continue;
    const aside = Math.abs((square.x - from.x) * dy) + Math.abs((square.y - from.y) * dx);
    // What lies ahead comes before what lies aside.
    const far = along + aside * 2;
    if (best === undefined || far < best.far) best = { square, far };
  }
  return best?.square;
}
