import { decodeRefusals, type LoggedRefusal } from "@airlock/contract";
import type { StreamMessage } from "@airlock/platform";
import type { ReadMessage } from "../sink/batch.ts";

/** The columns of `refused_requests` in the order of `rowOf`. */
export const refusalColumns = [
  "organisation",
  "at",
  "id",
  "key",
  "caller",
  "version",
  "correlation",
  "method",
  "address",
  "status",
  "code",
  "description",
  "fields",
  "messages",
  "duration_us",
  "remote",
  "agent",
  "not_stored",
] as const;

export function readRefusals(message: StreamMessage): ReadMessage {
  const { refusals, problems } = decodeRefusals(message.text);
  // A refused request does not count as a use of its key: `last used` is the time of a key's last decision.
  return { message, rows: refusals.map(rowOf), uses: new Map(), problems };
}

function rowOf(refusal: LoggedRefusal): string {
  return JSON.stringify([
    refusal.organisationId,
    // ClickHouse reads an integer as ticks of the column, which are milliseconds.
    refusal.at,
    refusal.id,
    refusal.keyId,
    refusal.callerId,
    refusal.versionId,
    refusal.correlationId,
    refusal.method,
    refusal.address,
    refusal.status,
    refusal.code,
    refusal.description,
    refusal.fields.map(({ field }) => field),
    refusal.fields.map(({ message }) => message),
    refusal.durationMicros,
    refusal.remoteAddress,
    refusal.userAgent,
    refusal.notStored,
  ]);
}
