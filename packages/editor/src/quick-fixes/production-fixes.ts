/** Fixes of what executions report. None is made by "Fix all": each changes decisions, or might. */
import { anyCell, newTableRow, textItem, type ProductionFindingCode } from "@airlock/flow";
import { addRow, removeRow } from "../commands/rows.ts";
import { rowLists } from "../rows/registry.ts";
import { daring, type Fixer } from "./quick-fix.ts";

/** What the value is worth is the designer's decision: the new row sets nothing yet. */
const listValue: Fixer = ({ document, finding: { nodeId = "", column, value }, newId }) => {
  const node = document.nodes.get(nodeId);
  if (value === undefined) return [];
  if (node?.type === "ListScore") {
    const id = newId();
    return [daring(`Add the value ${value}`, addRow({ node: node.id }, "values", id, { id, value }))];
  }
  if (node?.type !== "DecisionTable" || column === undefined || node.inputColumns[column] === undefined) return [];
  const row = newTableRow(newId(), node.inputColumns.length, node.outputColumns.length);
  const inputs = row.inputs.with(column, textItem(value));
  // Behind a row that takes everything it would never be reached.
  const catchAll = node.tableRows.findIndex((one) => one.inputs.every((cell) => cell.trim() === anyCell));
  const place = catchAll === -1 ? undefined : catchAll;
  return [daring(`Add a row for ${value}`, addRow({ node: node.id }, "tableRows", row.id, { ...row, inputs }, place))];
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
