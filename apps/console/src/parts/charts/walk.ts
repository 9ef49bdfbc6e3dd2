/** Positions in a row: the index that a key leads to. Undefined for keys that do not walk. */
export function walkRow(key: string, from: number, last: number, page?: number): number | undefined {
  const pages = page === undefined ? {} : { PageUp: from + page, PageDown: from - page };
  const keys: Readonly<Record<string, number>> = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last, ...pages };
  const next = keys[key];
  return next === undefined ? undefined : Math.max(0, Math.min(last, next));
}

interface Position {
  readonly x: number;
  readonly y: number;
}

const directions: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Positions on a plane: the nearest in the direction of an arrow key. Undefined for other keys and at the end. */
export function walkPlane<Item extends Position>(key: string, from: Item | undefined, items: readonly Item[]): Item | undefined {
  const direction = directions[key];
  if (direction === undefined) return undefined;
  if (from === undefined) return items[0];
  const [dx, dy] = direction;
  let best: { item: Item; distance: number } | undefined;
  for (const item of items) {
    const along = (item.x - from.x) * dx + (item.y - from.y) * dy;
    if (along <= 0.01) continue;
    const across = Math.abs((item.x - from.x) * dy) + Math.abs((item.y - from.y) * dx);
    // Ahead counts for more than aside.
    const distance = along + across * 2;
    if (best === undefined || distance < best.distance) best = { item, distance };
  }
  return best?.item;
}

/** The steps by which a key moves the handle of a slider. Undefined for other keys. */
export function sliderSteps(key: string, page: number): number | undefined {
  const keys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -page, PageUp: page };
  return keys[key];
}
