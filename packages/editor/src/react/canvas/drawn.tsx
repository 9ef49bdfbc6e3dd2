import { useSurroundings } from "../editor-context.ts";
import { nodeBox } from "../../document/bounds.ts";
import { useCanvas } from "./canvas-context.ts";
import { useCell } from "./cell.ts";
import { curve, inPlace, outPlace } from "./link-path.ts";

/** The link that is being drawn: to the pointer, or to the node that keys chose. */
export function LinkDrawn() {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const interaction = useCell(view.interaction);
  const pointer = useCell(view.pointer);
  const opened = useCell(view.opened);
  const { nodes } = editor.state.document;
  // While the choice of a node is open, the link to it stays drawn.
  const waiting = opened?.kind === "adding" && opened.adding.after !== undefined ? opened.adding : undefined;
  const sourceId = interaction.kind === "linking" ? interaction.sourceId : waiting?.after;
  const targetId = interaction.kind === "linking" ? interaction.targetId : undefined;
  const source = sourceId === undefined ? undefined : nodes.get(sourceId);
  const target = targetId === undefined ? undefined : nodes.get(targetId);
  const end = target === undefined ? (interaction.kind === "linking" ? pointer : waiting?.at) : inPlace(target);
  if (source === undefined || end === undefined) return null;
  return (
    <svg className="cv-links cv-drawn" aria-hidden="true">
      <path className="cv-line" d={curve(outPlace(source), end)} />
      <circle cx={end.x} cy={end.y} r={5} />
    </svg>
  );
}

/** Around the node that a link is about to lead to, or may not lead to. */
export function TargetRing() {
  const { editor } = useSurroundings();
  const { view } = useCanvas();
  const interaction = useCell(view.interaction);
  if (interaction.kind !== "linking") return null;
  const { targetId, refusedId } = interaction;
  const node = editor.state.document.nodes.get(targetId ?? refusedId ?? "");
  if (node === undefined) return null;
  const { left, top, right, bottom } = nodeBox(node);
  const look = targetId === undefined ? "cv-target is-refused" : "cv-target";
  return <i className={look} style={{ left: left - 4, top: top - 4, width: right - left + 8, height: bottom - top + 8 }} />;
}

export function BoxDrawn() {
  const { view } = useCanvas();
  const interaction = useCell(view.interaction);
  if (interaction.kind !== "boxSelecting") return null;
  const { from, to } = interaction;
  return (
    <i
      className="cv-box"
      style={{ left: Math.min(from.x, to.x), top: Math.min(from.y, to.y), width: Math.abs(to.x - from.x), height: Math.abs(to.y - from.y) }}
    />
  );
}
