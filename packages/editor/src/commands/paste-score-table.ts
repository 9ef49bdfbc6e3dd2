import type { FlowNode } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { counted } from "../document/titles.ts";
import { refusal, type Refusal } from "../rules/refusal.ts";
import { listsOf, rowLists, rowsOf } from "../rows/registry.ts";
import type { RowTypes } from "../rows/row-list.ts";
import { readBands } from "../score-table/read-bands.ts";
import { readListValues } from "../score-table/read-list-values.ts";
import type { ReadRow, ReadTable } from "../score-table/read-table.ts";
import { refused, type Command } from "./command.ts";
import { replaceRows } from "./rows.ts";

export interface ScoreTable {
  /** From the clipboard of a spreadsheet, or from a CSV file. */
  readonly text: string;
  readonly newId: () => string;
  /** Replace the existing rows, or append to them. */
  readonly mode: "replace" | "append";
  /** What to do with lines that cannot be read: nothing is pasted, or they are left out. */
  readonly unreadable?: "refuse" | "leaveOut";
}

const scoreLists = ["ranges", "values"] as const;
type ScoreList = (typeof scoreLists)[number];

const readers: { readonly [List in ScoreList]: (text: string, newId: () => string) => ReadTable<RowTypes[List]> } = {
  ranges: readBands,
  values: readListValues,
};

/** Puts a table of a spreadsheet into a Range Score or List Score. */
export function pasteScoreTable(nodeId: string, table: ScoreTable): Command {
  return (document) => {
    const node = document.nodes.get(nodeId);
    if (node === undefined) return refused(refusal("NODE_GONE"));
    const list = scoreLists.find((one) => listsOf(node).includes(one));
    if (list !== undefined) return pasteRows(node, list, table)(document);
    return refused(refusal("KIND_DIFFERS", { wanted: "Range Score and List Score" }));
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- inside, it ties the rows to the rules of their own list.
function pasteRows<List extends ScoreList>(node: FlowNode, list: List, { text, newId, mode, unreadable = "refuse" }: ScoreTable): Command {
  return (document) => {
    const read = previewScoreTable(document, node, list, text, newId);
    if (!read.ok) return refused(refusal("TABLE_UNREADABLE", { problem: read.problem }));
    const reason = unreadable === "refuse" ? firstProblem(read.rows) : undefined;
    if (reason !== undefined) return refused(reason);
    const rows = read.rows.flatMap(({ row }) => (row === undefined ? [] : [row]));
    if (rows.length === 0) return refused(refusal("TABLE_EMPTY"));
    const name = `Paste ${counted(rows.length, rowLists[list].one)} into`;
    const kept = mode === "append" ? (rowsOf(node, list) ?? []) : [];
    return replaceRows({ node: node.id }, list, [...kept, ...rows], name)(document);
  };
}

/** What each line of a table would become, before it is pasted: read, and judged by the rules of the list. */
export function previewScoreTable<List extends ScoreList>(
  document: FlowDocument,
  node: FlowNode,
  list: List,
  text: string,
  newId: () => string,
): ReadTable<RowTypes[List]> {
  const read = readers[list](text, newId);
  if (!read.ok) return read;
  const rules = rowLists[list];
  const rows = read.rows.map((line): ReadRow<RowTypes[List]> => {
    if (line.row === undefined) return line;
    const reason = rules.whyNot(line.row, rules.newRow([], ""), node, document);
    return reason === undefined ? line : { line: line.line, cells: line.cells, problem: reason.reason };
  });
  return { ok: true, rows };
}

function firstProblem(rows: readonly ReadRow<unknown>[]): Refusal | undefined {
  const [first] = rows.filter((row) => row.problem !== undefined);
  if (first?.problem === undefined) return undefined;
  const problem = `Row ${first.line} of the table cannot be read: ${first.problem.replace(/\.$/, "")}.`;
  return refusal("TABLE_UNREADABLE", { problem });
}
