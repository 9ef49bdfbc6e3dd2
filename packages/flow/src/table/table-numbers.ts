import type { EditableNumber } from "../kinds/kind.ts";
import type { Table } from "./table.ts";

/** Numbers of larger tables are not offered one by one. */
const maxRows = 200;

const literal = String.raw`-?\d+(?:\.\d+)?`;
const item = String.raw`(?:(?:>=|<=|!=|>|<|=)?\s*${literal}|[[(\]]\s*(?:${literal})?\s*\.\.\s*(?:${literal})?\s*[\])[]|missing)`;
const numberCell = new RegExp(String.raw`^\s*(?:-|(?:not\s+)?${item}(?:\s*,\s*${item})*)\s*$`, "u");
const number = new RegExp(literal, "gu");
const numberOutput = new RegExp(String.raw`^\s*${literal}\s*$`, "u");

/**
 * The numbers in a table's cells, for columns that have nothing else. `tableRows.4.inputs.0.1` is the second number of the first cell of
 * the fifth row.
 */
export function tableNumbers({ tableRows, defaultRows }: Pick<Table, "tableRows" | "defaultRows">): readonly EditableNumber[] {
  if (tableRows.length > maxRows) return [];
  const isNumeric = (tableRows[0]?.inputs ?? []).map((_, column) =>
    tableRows.every(({ inputs }) => numberCell.test(inputs[column] ?? "-")),
  );
  return [
    ...tableRows.flatMap(({ inputs, outputs }, row) => [
      ...inputs.flatMap((cell, column) => (isNumeric[column] === true ? numbersIn(cell, `tableRows.${row}.inputs.${column}`) : [])),
      ...outputNumbers(outputs, `tableRows.${row}`),
    ]),
    ...defaultRows.flatMap(({ outputs }, row) => outputNumbers(outputs, `defaultRows.${row}`)),
  ];
}

function outputNumbers(outputs: readonly string[], path: string): readonly EditableNumber[] {
  return outputs.flatMap((cell, column) => (numberOutput.test(cell) ? numbersIn(cell, `${path}.outputs.${column}`) : []));
}

function numbersIn(cell: string, path: string): readonly EditableNumber[] {
  return (cell.match(number) ?? []).map((text, place) => ({ path: `${path}.${place}`, text }));
}

/** The cell with the number at that index replaced. */
export function withNumber(cell: string, place: number, value: string): string {
  let seen = -1;
  return cell.replace(number, (text) => ((seen += 1) === place ? value : text));
}
