/** Fixes of the mapping of a sub-flow. */
import { findSubFlow } from "@airlock/flow";
import { requireField } from "../commands/fields.ts";
import { removeRow } from "../commands/rows.ts";
import { addInputs, unmappedInputs } from "../commands/sub-flows.ts";
import { fieldOf } from "../document/fields-of.ts";
import { rowLists } from "../rows/registry.ts";
import { daring, type Fixer } from "./quick-fix.ts";

/** The version has no such field, for example after an update. Only the user can tell whether another field replaced it. */
export const deleteMapping: Fixer = ({ document, finding: { nodeId = "", property, item } }) => {
  const node = document.nodes.get(nodeId);
  if (node?.type !== "SubFlow" || item === undefined) return [];
  if (property !== "subFlowInputs" && property !== "subFlowOutputs") return [];
  return [daring(`Delete ${rowLists[property].one} ${item + 1}`, removeRow({ node: nodeId }, property, item))];
};

/** A row for each required field, from the field of the same name where there is one. */
export const addRequiredInputs: Fixer = ({ document, finding: { nodeId = "" } }) => {
  const node = document.nodes.get(nodeId);
  if (node?.type !== "SubFlow") return [];
  const missing = unmappedInputs(node, findSubFlow(document, node.versionId)).filter(({ required }) => required);
  return missing.length === 0 ? [] : [daring(missing.length === 1 ? "Add the input" : "Add the inputs", addInputs(node, missing))];
};

/** Callers that leave the field out are then refused instead of failing inside the sub-flow. */
export const requireSource: Fixer = ({ document, finding: { nodeId = "", item = -1 } }) => {
  const node = document.nodes.get(nodeId);
  const row = node?.type === "SubFlow" ? node.subFlowInputs[item] : undefined;
  const field = row?.datasource === "Application" ? fieldOf(document, "Application", row.fieldKey) : undefined;
  return field === undefined ? [] : [daring(`Make ${field.name} required`, requireField("Application", field.key, true))];
};
