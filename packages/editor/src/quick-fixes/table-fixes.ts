/** Fixes of decision tables. */
import { cellsOfGap, cellWithoutOverlap, inputTypes, newTableRow, type DecisionTableNode, type FieldType } from "@airlock/flow";
import { addRow, changeRow } from "../commands/rows.ts";
import { formulaScope } from "../document/formula-scope.ts";
import { daring, safe, type Fixer, type FixContext } from "./quick-fix.ts";

interface Found {
  readonly node: DecisionTableNode;
  readonly types: readonly FieldType[];
}

function tableOf({ document, finding }: FixContext): Found | undefined {
  const node = document.nodes.get(finding.nodeId ?? "");
  if (node?.type !== "DecisionTable") return undefined;
  const types = inputTypes(node, formulaScope(document));
  return types && { node, types };
}

export const beginTable: Fixer = (context) => {
  const found = tableOf(context);
  return found === undefined ? [] : [daring("Add a row", addTableRow(found.node, context))];
};

/** Which outputs such values need is the designer's decision. */
export const closeTableGap: Fixer = (context) => {
  const found = tableOf(context);
  const cells = found && cellsOfGap(found.node, found.types);
  if (found === undefined || cells === undefined) return [];
  const row = addTableRow(found.node, context, cells);
  const { id } = found.node;
  const otherwise = newTableRow(context.newId(), 0, found.node.outputColumns.length);
  return [
    daring(`Add a row for ${cells.join(" | ")}`, row),
    daring("Add a default row", addRow({ node: id }, "defaultRows", otherwise.id, otherwise)),
  ];
};

/** With the first match the row above wins, so shortening the lower one changes no decision. */
export const endTableOverlap: Fixer = (context) => {
  const found = tableOf(context);
  const item = context.finding.item ?? -1;
  const before = found?.node.tableRows[item];
  const change = found && cellWithoutOverlap(found.node, found.types, item);
  if (before === undefined || found === undefined || change === undefined) return [];
  const inputs = before.inputs.with(change.column, change.cell);
  const label = `Change row ${item + 1} to ${change.cell}`;
  return [(found.node.hitPolicy === "first" ? safe : daring)(label, changeRow({ node: found.node.id }, "tableRows", item, { inputs }))];
};

function addTableRow({ id, inputColumns, outputColumns }: DecisionTableNode, { newId }: FixContext, inputs?: readonly string[]) {
  const row = newTableRow(newId(), inputColumns.length, outputColumns.length);
  return addRow({ node: id }, "tableRows", row.id, { ...row, ...(inputs === undefined ? {} : { inputs }) });
}
