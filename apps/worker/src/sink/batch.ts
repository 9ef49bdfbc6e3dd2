import { decodeGroup, type LoggedExecution, type LoggedShadow, type LogProblem } from "@airlock/contract";
import type { StreamMessage } from "@airlock/platform";

/** A message with its parsed rows. */
export interface ReadMessage {
  readonly message: StreamMessage;
  /** Rows for ClickHouse, as text. */
  readonly rows: readonly string[];
  /** Rows for the second table, if the stream has one. */
  readonly shadows?: readonly string[];
  /** The last use of each key, in milliseconds since the epoch. */
  readonly uses: ReadonlyMap<string, number>;
  readonly problems: readonly LogProblem[];
}

export type ReadStreamMessage = (message: StreamMessage) => ReadMessage;

/** The columns of `executions` in the order of `rowOf`. */
export const executionColumns = [
  "organisation",
  "version",
  "started",
  "id",
  "solution",
  "key",
  "caller",
  "correlation",
  "rollout_id",
  "arm",
  "duration_us",
  "status",
  "record",
] as const;

export function readExecutions(message: StreamMessage): ReadMessage {
  const { executions, shadows, problems } = decodeGroup(message.text);
  const uses = new Map<string, number>();
  for (const { keyId, started } of executions) if (started > (uses.get(keyId) ?? 0)) uses.set(keyId, started);
  return { message, rows: executions.map(rowOf), shadows: shadows.map(shadowRowOf), uses, problems };
}

/** One row as a JSON array. Ids, correlation id, arm and status need no escaping; the execution record is JSON text inside a JSON string. */
export function rowOf(execution: LoggedExecution): string {
  const { organisationId, versionId, started, executionId, solutionId, keyId, callerId, durationMicros, status, record } = execution;
  const { correlationId, rolloutId, arm } = execution;
  // ClickHouse reads an integer as ticks of the column, which are microseconds: no time zone and no date parsing.
  return (
    `["${organisationId}","${versionId}",${started * 1000},"${executionId}","${solutionId}","${keyId}","${callerId}","${correlationId}",` +
    `"${rolloutId}","${arm}",${durationMicros},"${status}",${JSON.stringify(record)}]`
  );
}

/** The columns of `shadow_results` in the order of `shadowRowOf`. */
export const shadowColumns = [
  "organisation",
  "rollout_id",
  "started",
  "execution",
  "solution",
  "live_version",
  "shadow_version",
  "comparable",
  "live_status",
  "shadow_status",
  "live_outcome",
  "shadow_outcome",
  "record",
  "dropped",
] as const;

function shadowRowOf(shadow: LoggedShadow): string {
  const { organisationId, rolloutId, started, executionId, solutionId, liveVersionId, shadowVersionId, isComparable } = shadow;
  const { liveStatus, shadowStatus, liveOutcome, shadowOutcome, record, dropped } = shadow;
  const head = [organisationId, rolloutId, started * 1000, executionId, solutionId, liveVersionId, shadowVersionId, isComparable];
  return JSON.stringify([...head, liveStatus, shadowStatus, liveOutcome, shadowOutcome, record, dropped]);
}

/** Rows for both tables. */
export function countRows({ rows, shadows = [] }: ReadMessage): number {
  return rows.length + shadows.length;
}

export interface BatchLimits {
  readonly rows: number;
  readonly bytes: number;
  readonly millis: number;
}

/** Waits for a first message and collects more until the batch is large or old enough. Returns an empty batch if none arrived. */
export async function gatherBatch(
  next: (waitMillis: number) => Promise<StreamMessage | undefined>,
  readMessage: ReadStreamMessage,
  limits: BatchLimits,
  idleMillis: number,
  now: () => number = () => performance.now(),
): Promise<readonly ReadMessage[]> {
  const first = await next(idleMillis);
  if (first === undefined) return [];
  const until = now() + limits.millis;
  const batch = [readMessage(first)];
  let rows = batch.reduce((sum, read) => sum + countRows(read), 0);
  let bytes = first.bytes;
  while (rows < limits.rows && bytes < limits.bytes) {
    const left = until - now();
    const message = left > 0 ? await next(left) : undefined;
    if (message === undefined) break;
    const read = readMessage(message);
    batch.push(read);
    rows += countRows(read);
    bytes += message.bytes;
  }
  return batch;
}
