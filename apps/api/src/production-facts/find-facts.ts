import { anyCell, listingKey, nodeMatching, readCell, type FlowNode, type UnlistedValue, type UnusedRow } from "@airlock/flow";
import type { ListCounts } from "./count-values.ts";
import type { ReadableList } from "./readable-lists.ts";

/** Rarer ones are mostly typing errors, and texts of one person. */
const minCount = 5;
const maxUnlisted = 5;
const maxUnused = 20;

/** For each list the most frequent input values that it does not have. An empty text counts as missing. */
export function unlistedValues(lists: readonly ReadableList[], counts: readonly ListCounts[]): readonly UnlistedValue[] {
  return lists.flatMap(({ nodeId, part, columnId, source, fieldKey, has }, at) => {
    const { values = [], completed: total = 0 } = counts[at] ?? {};
    return values
      .filter(({ value, completed }) => completed >= minCount && value !== "" && !has(value))
      .slice(0, maxUnlisted)
      .map(({ value, completed }) => ({ nodeId, part, columnId, source, fieldKey, value, count: completed, share: completed / total }));
  });
}

/** By node id: executions that each row of a Decision Table counted for, of tables all of whose executions were replayed. */
export type ReplayedRows = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Rows and values that certainly matched no execution: by the input texts, or by replaying all executions. If no execution reached the
 * node, its rows are not reported.
 */
export function unusedRows(
  nodes: readonly FlowNode[],
  lists: readonly ReadableList[],
  counts: readonly ListCounts[],
  replayed: ReplayedRows,
): readonly UnusedRow[] {
  const seen = new Map<string, ReadonlySet<string>>();
  for (const [at, list] of lists.entries()) {
    const { isComplete = false, values = [] } = counts[at] ?? {};
    if (isComplete && values.length > 0) seen.set(listingKey(list), new Set(values.map(({ value }) => value)));
  }
  return nodes.flatMap((node) => {
    const matching = nodeMatching(node);
    if (matching === undefined) return [];
    const rowCounts = replayed.get(node.id) ?? new Map<string, number>();
    const hasCounted = [...rowCounts.values()].some((count) => count > 0);
    const inScore = seen.get(listingKey({ nodeId: node.id, part: "values", columnId: null }));
    const isUnused = (rowId: string, cells: readonly string[]): boolean => {
      if (matching.property === "values") return inScore !== undefined && !inScore.has(cells[0] ?? "");
      // A row that matches everything else is meant for future values.
      if (cells.every((cell) => cell.trim() === anyCell)) return false;
      return (hasCounted && rowCounts.get(rowId) === 0) || hasUnseenCell(node.id, matching.columnIds(), cells, seen);
    };
    return matching
      .rows()
      .filter(({ rowId, cells }) => isUnused(rowId, cells))
      .slice(0, maxUnused)
      .map((row) => ({ nodeId: node.id, ...row }));
  });
}

/** A row needs all of its cells: one whose texts did not come in is enough to know that it did not match. */
function hasUnseenCell(
  nodeId: string,
  columnIds: readonly (string | null)[],
  cells: readonly string[],
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  return columnIds.some((columnId, at) => {
    const came = seen.get(listingKey({ nodeId, part: "inputColumns", columnId }));
    const cell = came && readCell(cells[at] ?? "", "String");
    if (came === undefined || cell?.ok !== true || cell.values.sort !== "texts") return false;
    const { set, missing } = cell.values;
    return !missing && !set.except && [...set.values].every((text) => !came.has(text));
  });
}
