/** Fixes of suggestions from executions. None is applied by "Fix all": each changes decisions, or might. */
import { anyCell, clipped, newTableRow, textItem, textsOfCondition, type ConditionItem, type ProductionFindingCode } from "@airlock/flow";
import { combine } from "../commands/combine.ts";
import { addRow, changeRow, removeRow } from "../commands/rows.ts";
import { nodeTitleOf } from "../document/titles.ts";
import { rowLists } from "../rows/registry.ts";
import { daring, type Fixer } from "./quick-fix.ts";

/** The designer decides which link takes the value: a fix for each link. */
const addToLink: Fixer = ({ document, finding: { nodeId, value = "" } }) =>
  document.links.toArray().flatMap(({ id, source, target, conditionFields: [condition] }) => {
    const texts = condition && textsOfCondition(condition);
    if (source !== nodeId || condition === undefined || texts === undefined) return [];
    const label = `Add ${clipped(value)} to the link to ${nodeTitleOf(document, target)}`;
    const change = (changes: Partial<ConditionItem>) => changeRow({ link: id }, "conditionFields", 0, changes);
    const values = change({ rightHandValues: [...texts, value] });
    return [daring(label, combine(label, condition.operator === "in" ? [values] : [change({ operator: "in" }), values]))];
  });

/** What the value is worth is the designer's decision as well: the new row sets nothing yet. */
const listValue: Fixer = (context) => {
  const { document, finding, newId } = context;
  const { nodeId = "", property, column, value } = finding;
  const node = document.nodes.get(nodeId);
  if (value === undefined) return [];
  if (property === undefined) return addToLink(context);
  if (node?.type === "ListScore") {
    const id = newId();
    return [daring(`Add the value ${clipped(value)}`, addRow({ node: node.id }, "values", id, { id, value }))];
  }
  if (node?.type !== "DecisionTable" || column === undefined || node.inputColumns[column] === undefined) return [];
  const row = newTableRow(newId(), node.inputColumns.length, node.outputColumns.length);
  const inputs = row.inputs.with(column, textItem(value));
  // After a row that matches everything it would never be reached.
  const catchAll = node.tableRows.findIndex((one) => one.inputs.every((cell) => cell.trim() === anyCell));
  const place = catchAll === -1 ? undefined : catchAll;
  return [daring(`Add a row for ${clipped(value)}`, addRow({ node: node.id }, "tableRows", row.id, { ...row, inputs }, place))];
};

const deleteUnusedRow: Fixer = ({ document, finding: { nodeId = "", property, item } }) => {
  const node = document.nodes.get(nodeId);
  if (node === undefined || item === undefined || (property !== "values" && property !== "tableRows")) return [];
  return [daring(`Delete ${rowLists[property].one} ${item + 1}`, removeRow({ node: node.id }, property, item))];
};

export const productionFixers: { readonly [Code in ProductionFindingCode]: Fixer } = {
  VALUE_NOT_LISTED: listValue,
  ROW_NOT_MATCHED: deleteUnusedRow,
};
