import type { Point } from "../../../document/bounds.ts";
import { startAdding } from "../../../interactions/adding.ts";
import type { CanvasView } from "../canvas-view.ts";
import { placeOfSelection } from "./place-of-selection.ts";

/** A: beside the node that it follows, in the middle of the link, or in the centre of the viewport. */
export function openPalette(view: CanvasView, isBeside: boolean, at?: Point): void {
  const adding = startAdding(view.editor, isBeside);
  const isPlaced = adding.after !== undefined || adding.into !== undefined;
  const place = isPlaced ? adding : { ...adding, at: at === undefined ? view.centre : view.toDiagram(at) };
  view.opened.set({ kind: "adding", adding: place, at: at ?? placeOfSelection(view) });
}
