import { branchesOf, newLink, type Branches, type FlowLink, type FlowNode } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { forkOf } from "../document/fork.ts";
import { nodeTitle } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

/** Chooses which of a node's links with conditions are taken. */
export function setBranches(id: string, branches: Branches): Command {
  return (document) => {
    const node = document.nodes.get(id);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const name = `Take ${branches === "first" ? "the first branch that holds" : "all branches that hold"} at ${nodeTitle(node)}`;
    if (branchesOf(node) === branches) return done(name, document);
    const { branches: _before, ...rest } = node;
    // Left out where all are taken, as in definitions from before there was a choice.
    return done(name, putNodes(document, [branches === "first" ? { ...rest, branches } : rest]));
  };
}

/** A link as it is drawn. Beside links with conditions a plain link would run beside each of them, so it starts as otherwise. */
export function newBranch(document: FlowDocument, id: string, source: FlowNode, target: FlowNode): FlowLink {
  return { ...newLink(id, source, target), otherwise: forkOf(document, source.id) !== undefined };
}

/** A node that gets its first conditional link becomes a fork that takes the first branch that holds. */
export function asNewFork(before: FlowDocument, after: FlowDocument, nodeId: string): FlowDocument {
  const node = after.nodes.get(nodeId);
  const isNewFork = forkOf(before, nodeId) === undefined && forkOf(after, nodeId) !== undefined;
  return node === undefined || !isNewFork ? after : putNodes(after, [{ ...node, branches: "first" }]);
}
