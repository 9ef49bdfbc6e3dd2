import { readBands } from "../score-table/read-bands.ts";
import { readListValues } from "../score-table/read-list-values.ts";
import { refusal } from "../rules/refusal.ts";
import { counted } from "../document/titles.ts";
import { refused, type Command, type Executed } from "./command.ts";
import { replaceRows } from "./rows.ts";

export interface ScoreTable {
  /** As it comes from the clipboard of a spreadsheet, or out of a CSV file. */
  readonly text: string;
  readonly newId: () => string;
  /** In place of the rows that there are, or after them. */
  readonly mode: "replace" | "append";
}

/** Puts a table of a spreadsheet into a Range Score or List Score; all of it, or none where one row cannot be read. */
export function pasteScoreTable(nodeId: string, { text, newId, mode }: ScoreTable): Command {
  return (document): Executed => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const owner = { node: nodeId };
    if (node.type === "RangeScore") {
      const read = readBands(text, newId);
      if (!read.ok) return refused(refusal("TABLE_UNREADABLE", { problem: read.problem }));
      const rows = mode === "append" ? [...node.ranges, ...read.rows] : read.rows;
      return replaceRows(owner, "ranges", rows, `Paste ${counted(read.rows.length, "band")} into`)(document);
    }
    if (node.type !== "ListScore") return refused(refusal("KIND_DIFFERS", { wanted: "Range Score and List Score" }));
    const read = readListValues(text, newId);
    if (!read.ok) return refused(refusal("TABLE_UNREADABLE", { problem: read.problem }));
    const rows = mode === "append" ? [...node.values, ...read.rows] : read.rows;
    return replaceRows(owner, "values", rows, `Paste ${counted(read.rows.length, "value")} into`)(document);
  };
}
