import type { PartState } from "@airlock/platform";
import type { ExecutionLog } from "./execution-log.ts";
import type { Spool } from "./spool.ts";

export interface StorageCheckOptions {
  readonly executionLog: Pick<ExecutionLog, "state">;
  readonly spool: Pick<Spool, "bytes" | "obstacle" | "kept">;
  /** Whether JetStream can be reached. */
  readonly isConnected: () => boolean;
}

/**
 * Whether the next execution can be stored: no while the last one could not, and no when JetStream is away and the spool has no room. A
 * full disk alone does not take a runtime out while JetStream stores what it decides.
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
