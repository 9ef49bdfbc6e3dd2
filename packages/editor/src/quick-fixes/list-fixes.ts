/** Fixes of lookups in the organisation's lists. */
import { findList } from "@airlock/flow";
import { addFlowList } from "../commands/flow-lists.ts";
import { changeRow } from "../commands/rows.ts";
import { rowsOf } from "../rows/registry.ts";
import { ownerOf } from "./owner-of.ts";
import { daring, opening, type Fixer } from "./quick-fix.ts";
import { beginRow } from "./row-fixes.ts";

/** The flow names a list that it does not have, and the organisation has one of this name. Its key may not fit. */
export const addNamedList: Fixer = ({ document, finding, offeredLists }) => {
  const thing = ownerOf(document, finding)?.thing;
  if (thing === undefined) return [];
  const name =
    "type" in thing && thing.type === "Lookup" ? thing.list : rowsOf(thing, "conditionFields")?.[finding.item ?? -1]?.rightHandFieldname;
  const list = offeredLists.find((one) => one.name === name);
  return list === undefined ? [] : [daring(`Add the list ${list.name}`, addFlowList(list))];
};

/** The only column that no other output reads. */
export const onlyColumn: Fixer = ({ document, finding }) => {
  const node = document.nodes.get(finding.nodeId ?? "");
  if (node?.type !== "Lookup" || finding.item === undefined) return [];
  const read = new Set(node.lookupOutputs.map(({ column }) => column));
  const [column, ...others] = findList(document, node.list)?.columns.filter(({ name }) => !read.has(name)) ?? [];
  if (column === undefined || others.length > 0) return [];
  return [daring(`Read ${column.name}`, changeRow({ node: node.id }, "lookupOutputs", finding.item, { column: column.name }))];
};

/** A set has no columns to read: what a Lookup of one can set is whether it has the key. */
export const beginLookup: Fixer = (context) => {
  const node = context.document.nodes.get(context.finding.nodeId ?? "");
  if (node?.type !== "Lookup") return [];
  const isSet = findList(context.document, node.list)?.columns.length === 0;
  return isSet ? [opening("Choose a found field", node.id, "foundField")] : beginRow("lookupOutputs")(context);
};
