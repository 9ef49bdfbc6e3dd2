import { createContext, useContext } from "react";
import type { CanvasView } from "./canvas-view.ts";
import type { Marks } from "./marks.ts";
import type { Perform } from "./perform.ts";

export interface CanvasParts {
  readonly view: CanvasView;
  readonly marks: Marks;
  readonly perform: Perform;
  /** Whether anything may be changed here: not without the right to, and not on a narrow screen. */
  readonly mayEdit: boolean;
}

export const CanvasContext = createContext<CanvasParts | undefined>(undefined);

export function useCanvas(): CanvasParts {
  const parts = useContext(CanvasContext);
  if (parts === undefined) throw new Error("The parts of the canvas must be inside a Canvas.");
  return parts;
}
