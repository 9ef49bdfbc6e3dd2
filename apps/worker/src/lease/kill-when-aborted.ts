import type { ClickHouse } from "@airlock/platform/clickhouse";
import { onCluster } from "@airlock/backend/datasets";

const repeatMillis = 500;

/** When the signal is aborted, kills the job's queries in ClickHouse, identified by a name in their text. Returns a function that stops this. */
export function killWhenAborted(
  { clickhouse, cluster = "" }: { readonly clickhouse: ClickHouse; readonly cluster?: string },
  name: string,
  signal: AbortSignal,
  failed: (error: unknown) => void,
): () => void {
  const statement = `KILL QUERY${onCluster(cluster)} WHERE position(query, '${name}') > 0 AND query NOT LIKE '%system.%' AND query NOT LIKE 'KILL%' ASYNC`;
  let timer: NodeJS.Timeout | undefined;
  const kill = (): void => {
    clickhouse.command(statement).catch(failed);
    // Repeated, because a query may start at the moment of the abort.
    timer ??= setInterval(kill, repeatMillis);
  };
  signal.addEventListener("abort", kill, { once: true });
  return () => {
    signal.removeEventListener("abort", kill);
    clearInterval(timer);
  };
}
