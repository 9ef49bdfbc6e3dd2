import type { TableOfNode } from "@airlock/engine";
import type { DecisionTableNode } from "@airlock/flow";

/** By row id how many runs the row counted for: all rows, and the default row, which counts where no other does. */
export function rowCounts(
  { tableRows, defaultRows, inputColumns }: DecisionTableNode,
  runs: readonly TableOfNode[],
): ReadonlyMap<string, number> {
  const counts = new Map([...tableRows, ...defaultRows].map(({ id }) => [id, 0]));
  const [fallback] = defaultRows;
  for (const { rows, inputs } of runs) {
    const counted = rows.map((row) => tableRows[row]?.id);
    // Without values the formula of a column failed, and no row counted.
    if (rows.length === 0 && inputs.length === inputColumns.length) counted.push(fallback?.id);
    for (const id of counted) if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}
