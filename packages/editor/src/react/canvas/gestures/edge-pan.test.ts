import { afterEach, expect, test, vi } from "vitest";
import type { CanvasView } from "../canvas-view.ts";
import { edgePan } from "./edge-pan.ts";

afterEach(() => vi.unstubAllGlobals());

test("scrolls again after it was stopped at the edge", () => {
  const frames = new Map<number, () => void>();
  let frame = 0;
  vi.stubGlobal("requestAnimationFrame", (step: () => void) => {
    frames.set((frame += 1), step);
    return frame;
  });
  vi.stubGlobal("cancelAnimationFrame", (one: number) => frames.delete(one));
  const panned = vi.fn<() => void>();
  const box = { left: 0, top: 0, width: 800, height: 600 };
  // What the gesture reads of a canvas.
  const view = {
    surface: { getBoundingClientRect: () => box },
    size: { get: () => box },
    origin: { x: 0, y: 0 },
    panBy: panned,
  } as unknown as CanvasView;
  const pan = edgePan(view, () => undefined);
  const atEdge = { clientX: 2, clientY: 300 } as PointerEvent;
  pan.at(atEdge);
  expect(frames.size).toBe(1);
  pan.stop();
  expect(frames.size).toBe(0);
  pan.at(atEdge);
  expect(frames.size).toBe(1);
  frames.get(frame)?.();
  expect(panned).toHaveBeenCalledTimes(1);
});
