import type { ListScoreItem } from "@airlock/flow";
import { findNumberStyle, toNumberText } from "./number-style.ts";
import { readCells } from "../cells/read-cells.ts";
import { doubtText, findColumns, readLines, withoutHead, type ReadTable } from "./read-table.ts";

/** Values out of a pasted table: value, points and a reason code in columns. Values stay as they are written. */
export function readListValues(text: string, newId: () => string): ReadTable<ListScoreItem> {
  const { head, body } = withoutHead(readCells(text));
  if (body.length === 0) return { ok: false, problem: "There is no table to paste." };
  const columns = findColumns(head, ["value", "score", "reasonCode"]);
  const found = findNumberStyle(body.map((row) => row[columns["score"] ?? -1] ?? ""));
  if (found.doubtful !== undefined) return { ok: false, problem: doubtText(found.doubtful) };
  const rows = readLines<ListScoreItem>(body, head, (row) => {
    const cell = (name: string): string => row[columns[name] ?? -1]?.trim() ?? "";
    const score = cell("score") === "" ? "" : toNumberText(cell("score"), found.style);
    if (score === undefined) return `'${cell("score")}' is not a number of points`;
    return { id: newId(), value: cell("value"), score, reasonCode: cell("reasonCode") };
  });
  return { ok: true, rows };
}
