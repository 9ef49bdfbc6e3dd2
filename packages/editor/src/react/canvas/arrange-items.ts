import { alignNodes, distributeNodes } from "../../commands/arrange.ts";
import type { Command } from "../../commands/command.ts";
import type { Edge } from "../../layout/align.ts";
import { viewOnly } from "../../rules/view-only.ts";
import type { EditorSurroundings } from "../editor-context.ts";
import { keysHere } from "../keys-here.ts";
import type { CanvasView } from "./canvas-view.ts";
import type { MenuItem } from "./menu.tsx";

const edges: readonly (readonly [Edge, string])[] = [
  ["left", "Align left edges"],
  ["centre", "Align centres"],
  ["right", "Align right edges"],
  ["top", "Align top edges"],
  ["middle", "Align middles"],
  ["bottom", "Align bottom edges"],
];

/** Why some or all of them cannot be chosen, as one sentence; undefined where all can. */
export function arrangeNote(view: CanvasView): string | undefined {
  const { size } = view.editor.state.selection.nodes;
  if (size >= 3) return undefined;
  return size === 2
    ? "Select a third node to distribute."
    : `Select two nodes to align, three to distribute. ${keysHere("Ctrl+click")} adds a node.`;
}

/** Aligning and distributing the selection. */
export function arrangeItems(view: CanvasView, tell: EditorSurroundings["tell"], mayEdit: boolean): readonly MenuItem[] {
  const { nodes } = view.editor.state.selection;
  const locked = mayEdit ? undefined : viewOnly;
  const run = (command: Command) => () => {
    const executed = view.editor.execute(command);
    if (!executed.ok) tell({ level: "info", message: executed.refusal.reason });
  };
  const few = (least: number, word: string) => locked ?? (nodes.size < least ? `Select at least ${word} nodes.` : undefined);
  return [
    ...edges.map(([edge, label]) => ({ key: edge, label, why: few(2, "two"), onChoose: run(alignNodes(nodes, edge)) })),
    ...(["horizontally", "vertically"] as const).map((axis) => ({
      key: axis,
      label: `Distribute ${axis}`,
      why: few(3, "three"),
      onChoose: run(distributeNodes(nodes, axis)),
    })),
  ];
}
