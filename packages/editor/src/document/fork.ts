import { branchesOf, type Branches, type FlowLink } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";
import { linksOf } from "./links-of.ts";

/** A node that at least one link with conditions leaves. */
export interface Fork {
  readonly mode: Branches;
  /** Links with conditions, in the order in which they are checked. */
  readonly branches: readonly FlowLink[];
  /** Links that are taken otherwise, or always. */
  readonly others: readonly FlowLink[];
}

export const modeNames: Readonly<Record<Branches, string>> = { first: "First that holds", all: "All that hold" };

export function hasConditions(link: FlowLink): boolean {
  return !link.otherwise && link.conditionFields.length > 0;
}

export function forkOf(document: FlowDocument, nodeId: string): Fork | undefined {
  const node = document.nodes.get(nodeId);
  const { outgoing } = linksOf(document, nodeId);
  const branches = outgoing.filter(hasConditions);
  if (node === undefined || branches.length === 0) return undefined;
  return { mode: branchesOf(node), branches, others: outgoing.filter((link) => !hasConditions(link)) };
}

/** How a node branches, where that makes a difference: with a single condition both modes decide the same. */
export function modeShown(document: FlowDocument, nodeId: string): Branches | undefined {
  const fork = forkOf(document, nodeId);
  return fork !== undefined && fork.branches.length > 1 ? fork.mode : undefined;
}

/** The position of a link among the branches that are checked in order, from 1; undefined where order does not decide. */
export function orderOf(document: FlowDocument, link: FlowLink): number | undefined {
  if (!hasConditions(link)) return undefined;
  const fork = forkOf(document, link.source);
  if (fork?.mode !== "first" || fork.branches.length < 2) return undefined;
  return fork.branches.findIndex(({ id }) => id === link.id) + 1;
}
