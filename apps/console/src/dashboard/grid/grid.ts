/**
 * The layout of the dashboard: ten columns and any number of rows. Every function returns a layout without overlaps, inside the columns, and
 * compacted towards the top.
 */
export const columns = 10;
/** Below this a chart cannot be read. */
export const least = { w: 2, h: 2 } as const;
export const newSize = { w: 3, h: 2 } as const;
const maxRows = 20;

export interface Box {
  readonly i: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const within = (value: number, low: number, high: number) => Math.min(high, Math.max(low, Math.round(value)));

function fitted<Item extends Box>(box: Item): Item {
  const w = within(box.w, least.w, columns);
  const h = within(box.h, least.h, maxRows);
  return { ...box, w, h, x: within(box.x, 0, columns - w), y: Math.max(0, Math.round(box.y)) };
}

/** Whether the two share a column. */
function sameColumns(one: Box, other: Box): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w;
}

export function overlaps(one: Box, other: Box): boolean {
  return sameColumns(one, other) && one.y < other.y + other.h && other.y < one.y + one.h;
}

/** In reading order: by row, then by column. */
export function inOrder<Item extends Box>(boxes: readonly Item[]): readonly Item[] {
  return boxes.toSorted((one, other) => one.y - other.y || one.x - other.x);
}

/** Places the boxes in order, each directly below the earlier boxes that share columns with it. */
function settle<Item extends Box>(boxes: readonly Item[]): readonly Item[] {
  const settled: Item[] = [];
  for (const box of boxes) {
    const y = Math.max(0, ...settled.filter((one) => sameColumns(one, box)).map((one) => one.y + one.h));
    settled.push(box.y === y ? box : { ...box, y });
  }
  return inOrder(settled);
}

/** Normalises any layout: fits boxes into the columns and closes gaps. */
export function compact<Item extends Box>(boxes: readonly Item[]): readonly Item[] {
  return settle(inOrder(boxes.map(fitted)));
}

/** Adds a box at the first free position, searching from the top left. */
export function place<Item extends Box>(boxes: readonly Item[], added: Item): readonly Item[] {
  const box = fitted(added);
  const bottom = Math.max(0, ...boxes.map((one) => one.y + one.h));
  for (let y = 0; y <= bottom; y += 1) {
    for (let x = 0; x <= columns - box.w; x += 1) {
      const here = { ...box, x, y };
      if (!boxes.some((one) => overlaps(one, here))) return compact([...boxes, here]);
    }
  }
  return compact([...boxes, { ...box, x: 0, y: bottom }]);
}

/**
 * Moves a box so that its top left corner is at x, y. Boxes that it lands on move down; boxes whose middle it has passed move up. The result depends
 * only on the start and the current position, so that a jittery drag does not shuffle the other boxes.
 */
export function move<Item extends Box>(boxes: readonly Item[], i: string, x: number, y: number): readonly Item[] {
  const from = boxes.find((box) => box.i === i);
  if (from === undefined) return boxes;
  const moved = fitted({ ...from, x, y });
  if (moved.x === from.x && moved.y === from.y) return boxes;
  // The other boxes compacted without the moved one; they are compared with the moved box at these positions.
  const others = settle(inOrder(boxes.filter((one) => one.i !== i)));
  const isPassed = (box: Item) => box.y + box.h / 2 < moved.y;
  return settle([...others.filter(isPassed), moved, ...others.filter((box) => !isPassed(box))]);
}

/** Resizes a box. It keeps its position; boxes that it would overlap move down. */
export function resize<Item extends Box>(boxes: readonly Item[], i: string, w: number, h: number): readonly Item[] {
  const from = boxes.find((box) => box.i === i);
  if (from === undefined) return boxes;
  const resized = fitted({ ...from, w: Math.min(w, columns - from.x), h });
  const others = inOrder(boxes.filter((one) => one.i !== i));
  const isBefore = (box: Item) => box.y < resized.y && !overlaps(box, resized);
  return settle([...others.filter(isBefore), resized, ...others.filter((box) => !isBefore(box))]);
}

/** Moves a box one step: one column sideways, or up or down until it changes places with another box. */
export function nudge<Item extends Box>(boxes: readonly Item[], i: string, dx: number, dy: number): readonly Item[] {
  const from = boxes.find((box) => box.i === i);
  if (from === undefined) return boxes;
  if (dy === 0) return move(boxes, i, from.x + dx, from.y);
  const bottom = Math.max(0, ...boxes.map((box) => box.y + box.h));
  for (let y = from.y + dy; y >= 0 && y <= bottom; y += dy) {
    const next = move(boxes, i, from.x, y);
    if (next.find((box) => box.i === i)?.y !== from.y) return next;
  }
  return boxes;
}
