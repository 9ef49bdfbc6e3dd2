import { findList, limits, type FlowList, type LookupNode } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

/** Adds a list that the flow names. Other edits do not need this: the editor adds lists that they name and removes unused ones. */
export function addFlowList(list: FlowList): Command {
  return (document) => {
    const { lists } = document;
    if (findList(document, list.name) !== undefined) return done(`Use the list ${list.name}`, document);
    if (lists.length >= limits.lists) return refused(refusal("LISTS_FULL", { max: grouped(limits.lists) }));
    return done(`Use the list ${list.name}`, { ...document, lists: [...lists, list] });
  };
}

/** Chooses the list of a Lookup; columns that it does not have are cleared. */
export function chooseList(nodeId: string, list: FlowList): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    if (node.type !== "Lookup") return refused(refusal("KIND_DIFFERS", { wanted: "Lookup" }));
    const has = (column: string): boolean => list.columns.some(({ name }) => name === column);
    const lookupOutputs = node.lookupOutputs.map((output) => (has(output.column) ? output : { ...output, column: "" }));
    const changed: LookupNode = { ...node, list: list.name, lookupOutputs };
    return done(`Change list of ${nodeTitle(node)}`, putNodes(document, [changed]));
  };
}
