import type { HeatFields } from "@airlock/contract";
import type { Coverage } from "@airlock/editor";
import type { RowExecutions, TableCounts } from "@airlock/editor/react";
import { useMemo, useState } from "react";
import { useResource } from "../../api/use-resource.ts";
import { linkFor } from "../../api/session/permissions.ts";
import type { useHeatMode } from "./use-heat-mode.ts";

type Served = ReturnType<typeof useHeatMode>["versions"];

/**
 * What the columns that count show of each Decision Table: test cases, and executions of the first of the served versions in the last
 * seven days. Rows are found by their ids, which a row keeps from version to version.
 */
export function useTableCounts(coverage: Coverage | undefined, [version]: Served) {
  const [opened, setOpened] = useState<string>();
  const href = linkFor(version, "heat", "GET");
  // A version that has no such node refuses; then there is nothing to show.
  const { data } = useResource("version.heat", {
    href: opened === undefined ? undefined : href,
    query: { node: opened },
    retry: false,
    staleTime: 60_000,
  });
  const node = data?._embedded.node;
  return useMemo(
    () => ({
      of: (nodeId: string): TableCounts => ({
        tests: coverage?.tables.get(nodeId),
        executions: node?.id === nodeId ? executionsOf(node.rows) : undefined,
      }),
      open: setOpened,
    }),
    [coverage, node],
  );
}

function executionsOf(rows: NonNullable<HeatFields["node"]>["rows"]): RowExecutions | undefined {
  if (rows === undefined || rows.executions === 0) return undefined;
  const { executions: total, isSample, counts } = rows;
  return { counts: new Map(counts.map(({ id, count }) => [id, count])), total, isSample, period: "Last 7 days" };
}
