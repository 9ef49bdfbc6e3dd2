import type { Coverage } from "@airlock/editor";
import type { TableCounts } from "@airlock/editor/react";
import { useCallback } from "react";

/** What the columns that count show of each Decision Table. */
export function useTableCounts(coverage: Coverage | undefined): (nodeId: string) => TableCounts {
  return useCallback((nodeId) => ({ tests: coverage?.tables.get(nodeId) }), [coverage]);
}
