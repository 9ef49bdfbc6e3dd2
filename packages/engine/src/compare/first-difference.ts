import type { ExplainedNode } from "../record/explain.ts";

/** Where two traces of one input diverge: the node with a different result, or the link that only one of them took. */
export interface FirstDifference {
  readonly nodeId: string;
  /** Where the node did the same in both and only its links did not. */
  readonly linkId: string | undefined;
}

export function firstDifference(left: readonly ExplainedNode[], right: readonly ExplainedNode[]): FirstDifference | undefined {
  const others = new Map(right.map((step) => [step.nodeId, step]));
  for (const step of left) {
    const other = others.get(step.nodeId);
    // A node that only one of them reached is a consequence of an earlier difference, unless there is none.
    if (other === undefined) continue;
    if (!isSame(effectsOf(step), effectsOf(other))) return { nodeId: step.nodeId, linkId: undefined };
    const taken = new Map(other.links.map((link) => [link.linkId, link.taken]));
    const parting =
      step.links.find(({ linkId, taken: isTaken }) => !isTaken && taken.get(linkId) === true) ??
      step.links.find(({ linkId, taken: isTaken }) => isTaken && taken.get(linkId) !== true) ??
      other.links.find((link) => link.taken && !step.links.some(({ linkId }) => linkId === link.linkId));
    if (parting !== undefined) return { nodeId: step.nodeId, linkId: parting.linkId };
  }
  const come = new Set(left.map(({ nodeId }) => nodeId));
  const only = left.find(({ nodeId }) => !others.has(nodeId)) ?? right.find(({ nodeId }) => !come.has(nodeId));
  return only && { nodeId: only.nodeId, linkId: undefined };
}

function effectsOf({ changes, reasonCodes, error }: ExplainedNode): unknown {
  return [changes.map(({ source, field, after }) => [source, field, after ?? null]), reasonCodes, error?.code ?? null];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
