import type { ClickHouse } from "@airlock/platform/clickhouse";
import { onCluster } from "@airlock/backend/datasets";

const repeatMillis = 500;

/** Once the signal is aborted, ends the job's queries inside ClickHouse, which it knows by a name in their text. Returns how to stop. */
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
    // A query may begin at the moment of the abort.
    timer ??= setInterval(kill, repeatMillis);
  };
  signal.addEventListener("abort", kill, { once: true });
  return () => {
    signal.removeEventListener("abort", kill);
    clearInterval(timer);
  };
}
