import type { FlowNode } from "../definition.ts";

/** A row of a Decision Table or a value of a List Score, with all that decides what it matches. */
export interface ComparableRow {
  readonly rowId: string;
  readonly reads: readonly string[];
  readonly cells: readonly string[];
}

/** In their order; empty for other kinds. */
export function comparableRows(node: FlowNode): readonly ComparableRow[] {
  if (node.type === "ListScore") {
    const reads = [`${node.scoredDatasource} ${node.scoredField}`];
    return node.values.map(({ id, value }) => ({ rowId: id, reads, cells: [value] }));
  }
  if (node.type !== "DecisionTable") return [];
  const reads = node.inputColumns.map(({ formula }) => formula);
  return node.tableRows.map(({ id, inputs }) => ({ rowId: id, reads, cells: inputs }));
}
