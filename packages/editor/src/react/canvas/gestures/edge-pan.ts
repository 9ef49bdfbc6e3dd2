import type { CanvasView } from "../canvas-view.ts";

/** This close to the edge the sheet begins to move, the faster the closer. */
const edge = 32;
const fastest = 14;

export interface EdgePan {
  /** Reports the position of the pointer. */
  readonly at: (event: PointerEvent) => void;
  readonly stop: () => void;
}

/** While something is dragged to the edge of the viewport, the canvas scrolls; `again` is called after each scroll. */
export function edgePan(view: CanvasView, again: (event: PointerEvent) => void): EdgePan {
  let last: PointerEvent | undefined;
  let frame = 0;
  const step = (): void => {
    frame = 0;
    const box = view.surface?.getBoundingClientRect();
    if (last === undefined || box === undefined) return;
    const x = pull(last.clientX - box.left, box.width);
    const y = pull(last.clientY - box.top, box.height);
    if (x === 0 && y === 0) return;
    view.panBy(x, y);
    again(last);
    frame = requestAnimationFrame(step);
  };
  return {
    at: (event) => {
      last = event;
      const box = view.size.get();
      const { origin } = view;
      const isAtEdge = pull(event.clientX - origin.x, box.width) !== 0 || pull(event.clientY - origin.y, box.height) !== 0;
      if (isAtEdge && frame === 0) frame = requestAnimationFrame(step);
    },
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
      last = undefined;
    },
  };
}

/** How far to scroll: 0 in the middle, 0 once the pointer is far outside. */
function pull(place: number, length: number): number {
  if (place < edge && place > -3 * edge) return Math.min(fastest, (edge - place) / 2);
  if (place > length - edge && place < length + 3 * edge) return -Math.min(fastest, (place - length + edge) / 2);
  return 0;
}
