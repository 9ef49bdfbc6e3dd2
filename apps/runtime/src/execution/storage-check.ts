import type { PartState } from "@airlock/platform";
import type { ExecutionLog } from "./execution-log.ts";
import type { Spool } from "./spool.ts";

export interface StorageCheckOptions {
  readonly executionLog: Pick<ExecutionLog, "state">;
  readonly spool: Pick<Spool, "bytes" | "obstacle" | "kept">;
  readonly isConnected: () => boolean;
}

/**
 * Whether the next execution can be stored: not while the last one could not, and not if JetStream is unavailable and the spool has no room. A full
 * disk alone does not make a runtime unready while JetStream stores its executions.
 */
export async function checkStorage({ executionLog, spool, isConnected }: StorageCheckOptions): Promise<PartState> {
  const { direct, failing } = executionLog.state();
  const obstacle = await spool.obstacle().catch((error: unknown) => (error instanceof Error ? error.message : String(error)));
  const { quarantined, damaged } = spool.kept();
  const detail = [
    `${spool.bytes()} bytes`,
    ...(failing ? ["the last execution could not be stored"] : []),
    ...(obstacle === undefined ? [] : [obstacle]),
    ...(quarantined === 0 ? [] : [`${quarantined} messages in quarantine`]),
    ...(damaged === 0 ? [] : [`${damaged} damaged files`]),
  ].join("; ");
  return { ok: !failing && (obstacle === undefined || (direct && isConnected())), detail };
}
