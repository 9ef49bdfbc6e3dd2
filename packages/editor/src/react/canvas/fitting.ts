import type { Box, Point } from "../../document/bounds.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Fitted {
  readonly zoom: number;
  readonly pan: Point;
}

const margin = 20;
/** Between what floats over the diagram and the nearest node. */
const besideCover = 12;
/** The name of Start and End and the pill of a fork are drawn under their node. */
const underNode = 24;
/** Less than this is not worth having: in a very low window nodes are rather partly covered than tiny. */
const leastShare = 0.4;

/**
 * The largest zoom, up to 100 %, and the pan at which all boxes are in the window and none is under a cover: tool bar, minimap, pill of the
 * run, all in pixels of the window. Tries the whole window, then the parts of it that are free of covers.
 */
export function fitted(boxes: readonly Box[], around: Box, size: Size, covers: readonly Box[], leastZoom: number): Fitted {
  const whole: Box = { left: 0, top: 0, right: size.width, bottom: size.height };
  const all = place(around, whole, leastZoom);
  if (isClear(boxes, all, covers)) return all;
  let best: Fitted | undefined;
  for (const room of roomsBeside(whole, covers)) {
    const one = place(around, room, leastZoom);
    if ((best === undefined || one.zoom > best.zoom) && isClear(boxes, one, covers)) best = one;
  }
  return best === undefined || best.zoom < all.zoom * leastShare ? all : best;
}

/** In the middle of a part of the window. */
function place({ left, top, right, bottom }: Box, room: Box, leastZoom: number): Fitted {
  const [width, height] = [right - left, bottom + underNode - top];
  const free = { width: room.right - room.left - 2 * margin, height: room.bottom - room.top - 2 * margin };
  const zoom = Math.max(leastZoom, Math.floor(Math.min(free.width / width, free.height / height, 1) * 100));
  const scale = zoom / 100;
  return {
    zoom,
    pan: {
      x: Math.round((room.left + room.right) / 2 - ((left + right) / 2) * scale),
      y: Math.round((room.top + room.bottom) / 2 - ((top + bottom + underNode) / 2) * scale),
    },
  };
}

function isClear(boxes: readonly Box[], { zoom, pan }: Fitted, covers: readonly Box[]): boolean {
  const scale = zoom / 100;
  return covers.every((cover) =>
    boxes.every(
      (box) =>
        box.right * scale + pan.x < cover.left - besideCover ||
        box.left * scale + pan.x > cover.right + besideCover ||
        (box.bottom + underNode) * scale + pan.y < cover.top - besideCover ||
        box.top * scale + pan.y > cover.bottom + besideCover,
    ),
  );
}

/** The window without strips along its sides: each cover is left out by the strip above, below, left or right of it. */
function roomsBeside(whole: Box, covers: readonly Box[]): readonly Box[] {
  let rooms: readonly Box[] = [whole];
  for (const cover of covers) {
    rooms = rooms.flatMap((room) => [
      { ...room, top: Math.max(room.top, cover.bottom) },
      { ...room, bottom: Math.min(room.bottom, cover.top) },
      { ...room, left: Math.max(room.left, cover.right) },
      { ...room, right: Math.min(room.right, cover.left) },
    ]);
  }
  return rooms.filter(({ left, top, right, bottom }) => right - left > 4 * margin && bottom - top > 4 * margin);
}
