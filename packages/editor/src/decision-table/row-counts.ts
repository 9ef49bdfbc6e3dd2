import { countedRows, type TableOfNode } from "@airlock/engine";
import type { DecisionTableNode } from "@airlock/flow";

/** By row id how many runs the row counted for: all rows, and the default row, which counts where no other does. */
export function rowCounts(node: DecisionTableNode, runs: readonly TableOfNode[]): ReadonlyMap<string, number> {
  const counts = new Map([...node.tableRows, ...node.defaultRows].map(({ id }) => [id, 0]));
  for (const id of runs.flatMap((run) => countedRows(node, run))) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
