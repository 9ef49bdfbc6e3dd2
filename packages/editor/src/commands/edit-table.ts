import { limits, type DecisionTableNode } from "@airlock/flow";
import { putNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { whyNotCells } from "../rules/node-rules.ts";
import { grouped, refusal, type Refusal } from "../rules/refusal.ts";
import { whyNotRow } from "../rows/table-rows.ts";
import { done, refused, type Command } from "./command.ts";

/** Changes a Decision Table as a whole. The name continues with that of the node: "Sort rows of Credit limit". */
export function editTable(id: string, name: string, edit: (table: DecisionTableNode) => DecisionTableNode): Command {
  return (document) => {
    const node = document.nodes.get(id);
    if (node?.type !== "DecisionTable") return refused(refusal("NODE_GONE"));
    const edited = edit(node);
    const title = `${name} ${nodeTitle(node)}`;
    if (edited === node) return done(title, document);
    const reason = whyNotTable(edited, node) ?? whyNotCells(document, [edited]);
    return reason === undefined ? done(title, putNodes(document, [edited])) : refused(reason);
  };
}

/** Only what changed is checked: a table may have thousands of rows. */
function whyNotTable(after: DecisionTableNode, before: DecisionTableNode): Refusal | undefined {
  const full = (code: "ROWS_FULL" | "COLUMNS_FULL", max: number): Refusal => refusal(code, { max: grouped(max) });
  if (after.tableRows.length > limits.tableRows) return full("ROWS_FULL", limits.tableRows);
  const columns = Math.max(after.inputColumns.length, after.outputColumns.length);
  if (columns > limits.tableColumns) return full("COLUMNS_FULL", limits.tableColumns);
  const known = new Set([...before.tableRows, ...before.defaultRows]);
  for (const row of [...after.tableRows, ...after.defaultRows]) {
    const reason = known.has(row) ? undefined : whyNotRow(row);
    if (reason !== undefined) return reason;
  }
  return undefined;
}
