import { findList, limits, type FlowList, type LookupNode } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { grouped, refusal } from "../rules/refusal.ts";
import { done, refused, type Command } from "./command.ts";

/** Adds a list of the organisation to those that the flow uses; one that it has already is brought up to date. */
export function addFlowList(list: FlowList): Command {
  return (document) => {
    const { lists } = document;
    const known = findList(document, list.name);
    if (known === undefined && lists.length >= limits.lists) return refused(refusal("LISTS_FULL", { most: grouped(limits.lists) }));
    const next = known === undefined ? [...lists, list] : lists.map((one) => (one === known ? list : one));
    return done(`Use the list ${list.name}`, { ...document, lists: next });
  };
}

/** Chooses the list of a Lookup: outputs that it does not have are emptied. */
export function chooseList(nodeId: string, list: FlowList): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    if (node.type !== "Lookup") return refused(refusal("KIND_DIFFERS", { wanted: "Lookup" }));
    const added = addFlowList(list)(document);
    if (!added.ok) return added;
    const has = (column: string): boolean => list.columns.some(({ name }) => name === column);
    const lookupOutputs = node.lookupOutputs.map((output) => (has(output.column) ? output : { ...output, column: "" }));
    const changed: LookupNode = { ...node, list: list.name, lookupOutputs };
    return done(`Change list of ${nodeTitle(node)}`, putNodes(added.document, [changed]));
  };
}
