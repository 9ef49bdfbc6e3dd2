import type { Command } from "../../../commands/command.ts";
import { nudgeNodes, type Direction } from "../../../commands/move-nodes.ts";
import type { Selection } from "../../../selection/selection.ts";
import type { CanvasView } from "../canvas-view.ts";

/** The arrow keys move the selected nodes; without any, they move the view. */
export function moveOrPan(
  view: CanvasView,
  selection: Selection,
  [direction, grids]: readonly [Direction, number],
  run: (c: Command) => void,
): boolean {
  if (selection.nodes.size > 0) {
    run(nudgeNodes([...selection.nodes], direction, grids));
    view.revealSelection();
    return true;
  }
  const by = 60 * grids;
  view.panBy(direction === "left" ? by : direction === "right" ? -by : 0, direction === "up" ? by : direction === "down" ? -by : 0);
  return true;
}
