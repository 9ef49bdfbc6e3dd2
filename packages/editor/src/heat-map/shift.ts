import { inlined, type Definition } from "@airlock/flow";
import { changeText, countText, pointsText, shareText, type Overlay, type PartOverlay } from "./overlay.ts";

/** How many of the same inputs reached a node or link in two flows; 0 for a flow that does not have it. */
export interface Shifted {
  readonly id: string;
  readonly left: number;
  readonly right: number;
}

const usual = 3;
const widest = 8;
const thinnest = 1.75;
/** A change of a tenth of all inputs has the maximum or minimum width. */
const maxShare = 0.1;

/** Where the flow moved from one to the other, over `total` inputs. */
export function shiftOverlay(
  definition: Definition,
  shift: { readonly nodes: readonly Shifted[]; readonly links: readonly Shifted[] },
  total: number,
): Overlay {
  const overlay = new Map<string, PartOverlay>();
  const parts = inlined(definition);
  const ends = new Set(parts.nodes.filter(({ part }) => part.type === "Start" || part.type === "End").map(({ id }) => id));
  for (const { id, left, right } of shift.nodes) {
    const change = right - left;
    const isEnd = ends.has(id);
    overlay.set(id, {
      tone: toneOf(change),
      ...(change === 0 || isEnd ? {} : { below: { text: countText(right), change: changeText(change) } }),
      spoken: change === 0 ? `${countText(right)}, the same in both` : `${countText(right)}, ${changeText(change)}`,
    });
  }
  const links = new Map(parts.links.map(({ id, part }) => [id, part]));
  for (const { id, left, right } of shift.links) {
    const link = links.get(id);
    if (link === undefined) continue;
    const change = right - left;
    const isPlain = link.conditionFields.length === 0 && !link.otherwise && link.label === "";
    const share = total === 0 ? 0 : right / total;
    const points = total === 0 ? "" : pointsText(change / total);
    const text = change === 0 ? `${shareText(share)}, same` : `${shareText(share)}, ${points === "" ? changeText(change) : points}`;
    overlay.set(id, { tone: toneOf(change), width: shiftWidth(change, total), ...(isPlain ? {} : { pill: text }), spoken: text });
  }
  return overlay;
}

function toneOf(change: number): PartOverlay["tone"] {
  return change === 0 ? "same" : change > 0 ? "more" : "less";
}

export function shiftWidth(change: number, total: number): number {
  if (change === 0 || total === 0) return usual;
  const far = Math.min(1, Math.abs(change) / total / maxShare);
  return change > 0 ? usual + 1 + (widest - usual - 1) * far : usual - 0.5 - (usual - 0.5 - thinnest) * far;
}
