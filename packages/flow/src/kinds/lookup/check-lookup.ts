import { checkKey } from "../../lists/check-key.ts";
import { typeFits } from "../../operators.ts";
import { aType, type Check } from "../../validate/check.ts";
import type { LookupNode } from "./lookup-node.ts";

export function checkLookup(node: LookupNode, check: Check): void {
  const list = node.list === "" ? undefined : check.list(node.list);
  if (node.list === "") check.report("LIST_UNSET", { where: check.where }, "list");
  else if (list === undefined) check.report("LIST_UNKNOWN", { where: check.where, list: node.list }, "list");
  const key = check.field(node.keyDatasource, node.keyField, "the key", "keyField");
  if (list !== undefined && key !== undefined) checkKey(key, list, "the key", "keyField", check);
  if (node.lookupOutputs.length === 0 && node.foundField === "")
    check.report("LOOKUP_WITHOUT_OUTPUT", { node: check.title }, "lookupOutputs");
  const seen = new Set([node.foundField]);
  for (const [row, { column: name, resultField }] of node.lookupOutputs.entries()) {
    const what = `output ${row + 1}`;
    const field = check.field("Runtime", resultField, what, "lookupOutputs", row);
    if (field !== undefined && seen.has(field.key)) {
      check.report("LOOKUP_OUTPUT_TWICE", { node: check.title, field: field.name }, "lookupOutputs", row);
    }
    seen.add(resultField);
    const column = list?.columns.find((one) => one.name === name);
    if (name === "") check.report("LIST_COLUMN_UNSET", { where: check.where, what }, "lookupOutputs", row);
    else if (list !== undefined && column === undefined) {
      check.report("LIST_COLUMN_UNKNOWN", { where: check.where, what, list: list.name, column: name }, "lookupOutputs", row);
    } else if (field !== undefined && column !== undefined && !typeFits(column.type, field.type)) {
      const details = { where: check.where, what, field: field.name, type: aType[field.type], wanted: aType[column.type] };
      check.report("FIELD_TYPE", details, "lookupOutputs", row);
    }
  }
  if (node.foundField === "") return;
  const found = check.field("Runtime", node.foundField, "the found field", "foundField");
  if (found === undefined || found.type === "Boolean") return;
  const what = "the found field";
  check.report("FIELD_TYPE", { where: check.where, what, field: found.name, type: aType[found.type], wanted: "a Boolean" }, "foundField");
}
