import { notifyManager, useQueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** When statistics last arrived, over all widgets; 0 before. */
export function useUpdated(): number {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    // The cache also reports queries that another component adds while it renders; this one may only render after it.
    (listener) => cache.subscribe(notifyManager.batchCalls(listener)),
    () => Math.max(0, ...cache.findAll({ queryKey: ["stats"] }).map((query) => query.state.dataUpdatedAt)),
  );
}
