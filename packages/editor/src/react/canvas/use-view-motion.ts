import { useEffect, useLayoutEffect, type RefObject } from "react";
import type { CanvasView } from "./canvas-view.ts";
import { followView, takeWheel } from "./follow-view.ts";

/** Applies pan and zoom to the element directly: panning renders nothing. */
export function useViewMotion(view: CanvasView, surface: RefObject<HTMLDivElement | null>, world: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    if (surface.current === null || world.current === null) return undefined;
    return followView(view, surface.current, world.current);
  }, [view, surface, world]);
  useEffect(() => (surface.current === null ? undefined : takeWheel(view, surface.current)), [view, surface]);
}
