import { headers } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";

export interface DurableMessage {
  readonly subject: string;
  readonly payload: string | Uint8Array;
  /** JetStream drops a second message with this id inside its duplicate window. */
  readonly messageId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The traces that the message belongs to: a group of executions may have several. */
  readonly traceparents?: readonly string[] | undefined;
}

const acknowledged = /"seq":\s?(\d+)/;

/** Why an append was not acknowledged. It may have been stored all the same: only the acknowledgement tells. */
export class NotAcknowledged extends Error {}

/**
 * Appends to a stream and answers the sequence when the server says that it is stored. The library's own publish tries again by itself while
 * nobody answers; here a caller has a spool to go to, so the first failure is told at once.
 */
export async function publishDurable(nats: Nats, message: DurableMessage, timeoutMillis: number): Promise<number> {
  if (!nats.connected()) throw new NotAcknowledged("not connected");
  const list = headers();
  if (message.messageId !== undefined) list.set("Nats-Msg-Id", message.messageId);
  for (const [name, value] of Object.entries(message.headers ?? {})) list.set(name, value);
  for (const traceparent of message.traceparents ?? []) list.append("traceparent", traceparent);
  let text: string;
  try {
    text = (await nats.connection.request(message.subject, message.payload, { timeout: timeoutMillis, headers: list })).string();
  } catch (error) {
    throw new NotAcknowledged(error instanceof Error ? error.message : String(error));
  }
  const sequence = readAcknowledgement(text);
  if (sequence === undefined) throw new NotAcknowledged(text);
  return sequence;
}

/** `{"stream":"executions","seq":7}` or `{"error":{...}}`; read without a parser, for this is on the answering path. */
export function readAcknowledgement(text: string): number | undefined {
  const sequence = acknowledged.exec(text)?.[1];
  return sequence === undefined || text.includes('"error":') ? undefined : Number(sequence);
}
