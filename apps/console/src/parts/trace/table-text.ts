import type { ExplainedTableFields } from "@airlock/contract";
import { fieldNames, inputText, parseFormula, tableRowText, type DecisionTableNode, type Definition } from "@airlock/flow";

export interface TableText {
  /** "Row 3 of 214", with the conditions of the row. Only the first of many. */
  readonly rows: readonly { readonly name: string; readonly text: string }[];
  /** Rows that counted and are not in `rows`. */
  readonly more: number;
  /** Columns that are computed, with what they came to; fields are in what the node read. */
  readonly computed: readonly { readonly formula: string; readonly value: string | number | boolean | undefined }[];
}

const maxRows = 5;

/** What a Decision Table of an execution did: the rows that counted, whatever the size of the table. */
export function tableText({ rows, inputs }: ExplainedTableFields, node: DecisionTableNode, definition: Definition): TableText {
  const nameOf = fieldNames(definition);
  const { tableRows, defaultRows, inputColumns } = node;
  const matched = rows.slice(0, maxRows).flatMap((at) => {
    const row = tableRows[at];
    return row === undefined ? [] : [{ name: `Row ${at + 1} of ${tableRows.length}`, text: tableRowText(row, node, nameOf) }];
  });
  const [fallback] = defaultRows;
  const isDefault = rows.length === 0 && inputs.length === inputColumns.length && fallback !== undefined;
  return {
    rows: isDefault ? [{ name: "Default row", text: tableRowText(fallback, node, nameOf) }] : matched,
    more: Math.max(0, rows.length - maxRows),
    computed: inputColumns.flatMap((column, at) => {
      const input = inputs[at];
      const parsed = parseFormula(column.formula);
      if (input === undefined || (parsed.ok && parsed.formula.kind === "field")) return [];
      return [{ formula: inputText(column, nameOf), value: input.value }];
    }),
  };
}
