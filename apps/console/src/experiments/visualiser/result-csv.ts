import type { ResultField, ResultRow } from "@airlock/contract";
import { csvOf } from "../../parts/list-page/csv.ts";
import { valueIn } from "./chart/marks.ts";
import { shownText } from "./field-kind.ts";

/** More would not fit into a tab; a spreadsheet takes about ten times as many. */
export const maxCsvRecords = 100_000;

/** A line for each record: which row it is, every field of the result, and its reason codes. A missing value is empty. */
export function resultCsv(fields: readonly Pick<ResultField, "name">[], records: readonly ResultRow[]): string {
  const columns = [
    { title: "Record", text: ({ row }: ResultRow) => String(row) },
    ...fields.map(({ name }) => ({
      title: name,
      text: (record: ResultRow) => {
        const value = valueIn(record, name);
        return value === null ? "" : typeof value === "string" ? shownText(name, value) : String(value);
      },
    })),
    { title: "Reason codes", text: ({ reasonCodes }: ResultRow) => reasonCodes.join(" ") },
  ];
  return csvOf(columns, records);
}
