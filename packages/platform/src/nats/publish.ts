import { headers, InvalidArgumentError, type MsgHdrs } from "@nats-io/transport-node";
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

/** The server is away, did not answer in time or has no room now: the same message may be accepted later. */
export class NotAcknowledged extends Error {
  /** False only when the server certainly did not store the message: it was never sent, or the server answered with an error. */
  readonly maybeStored: boolean;

  constructor(message: string, options: { readonly maybeStored: boolean }) {
    super(message);
    this.maybeStored = options.maybeStored;
  }
}

/** The server accepts no message like this one, however often it is sent. Nothing was stored. */
export class MessageRefused extends Error {}

/**
 * Appends to a stream and answers the sequence when the server says that it is stored. The library's own publish tries again by itself while
 * nobody answers; here a caller has a spool to go to, so the first failure is told at once.
 */
export async function publishDurable(nats: Nats, message: DurableMessage, timeoutMillis: number): Promise<number> {
  if (!nats.connected()) throw new NotAcknowledged("not connected", { maybeStored: false });
  const list = headersOf(message);
  let text: string;
  try {
    text = (await nats.connection.request(message.subject, message.payload, { timeout: timeoutMillis, headers: list })).string();
  } catch (error) {
    throw notSent(error) ?? new NotAcknowledged(error instanceof Error ? error.message : String(error), { maybeStored: true });
  }
  const sequence = readAcknowledgement(text);
  if (sequence === undefined) throw refusalIn(text);
  return sequence;
}

export function headersOf(message: DurableMessage): MsgHdrs {
  const list = headers();
  if (message.messageId !== undefined) list.set("Nats-Msg-Id", message.messageId);
  for (const [name, value] of Object.entries(message.headers ?? {})) list.set(name, value);
  for (const traceparent of message.traceparents ?? []) list.append("traceparent", traceparent);
  return list;
}

/** The client checks the payload against the server's `max_payload` and sends nothing when it is larger. */
export function notSent(error: unknown): MessageRefused | undefined {
  return error instanceof InvalidArgumentError ? new MessageRefused(error.message) : undefined;
}

/** JetStream's error codes for a message that is larger than the stream allows, with its payload or with its headers. */
const permanentErrors = new Set([10_054, 10_097]);

/** The error for an answer of JetStream that is no acknowledgement. */
export function refusalIn(text: string): MessageRefused | NotAcknowledged {
  const code = /"err_code":\s?(\d+)/.exec(text)?.[1];
  return permanentErrors.has(Number(code)) ? new MessageRefused(text) : new NotAcknowledged(text, { maybeStored: false });
}

/** The sequence of `{"stream":"executions","seq":7}`; undefined for `{"error":{...}}` and everything else. */
export function readAcknowledgement(text: string): number | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || "error" in value || !("seq" in value)) return undefined;
  return typeof value.seq === "number" && Number.isSafeInteger(value.seq) ? value.seq : undefined;
}
