/** The lists of a Decision Table. Columns are added and removed by `decision-table/edit-table.ts`, which changes the cells with them. */
import { fieldReference, limits, newTableRow, shownFormula, type TableInput, type TableOutput, type TableRow } from "@airlock/flow";
import { whyNotField } from "../rules/field-rules.ts";
import type { Refusal } from "../rules/refusal.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { firstOf, type FieldMap, type RowList } from "./row-list.ts";

export const tableInputs: RowList<TableInput> = {
  one: "input column",
  title: "When",
  max: limits.tableColumns,
  newRow: (_, id) => ({ id, formula: "" }),
  follow: (after, before) => ({ ...after, id: before.id }),
  whyNot: (after) => whyNotText(after.formula, limits.formulaLength),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, formula: mappedFormula(row.formula, map) }),
};

export const tableOutputs: RowList<TableOutput> = {
  one: "output column",
  title: "Then",
  max: limits.tableColumns,
  newRow: (_, id) => ({ id, resultField: "" }),
  follow: (after, before) => ({ ...after, id: before.id }),
  whyNot: (after, before, _, document) =>
    after.resultField === before.resultField ? undefined : whyNotField(document, "Runtime", after.resultField),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, resultField: map({ source: "Runtime", key: row.resultField }, "") }),
};

export const tableRows: RowList<TableRow> = {
  one: "row",
  title: "Rows",
  max: limits.tableRows,
  newRow: (rows, id) => newTableRow(id, rows[0]?.inputs.length ?? 0, rows[0]?.outputs.length ?? 0),
  follow: (after, before) => ({ ...after, id: before.id }),
  whyNot: whyNotRow,
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({
    ...row,
    outputs: row.outputs.map((cell) => (cell.trimStart().startsWith("=") ? mappedFormula(cell, map) : cell)),
  }),
};

export function whyNotRow({ inputs, outputs, reasonCode }: TableRow): Refusal | undefined {
  return firstOf(
    ...[...inputs, ...outputs].map((cell) => whyNotText(cell, limits.literalLength)),
    whyNotText(reasonCode, limits.reasonCodeLength),
  );
}

/** At most one, without inputs. */
export const defaultRows: RowList<TableRow> = {
  ...tableRows,
  one: "default row",
  title: "Otherwise",
  max: 1,
  newRow: (_, id) => newTableRow(id, 0, 0),
};

function mappedFormula(text: string, map: FieldMap): string {
  return shownFormula(text, (source, key) => fieldReference(source, map({ source, key }, ""))).text;
}
