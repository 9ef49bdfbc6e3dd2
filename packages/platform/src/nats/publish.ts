import { headers, InvalidArgumentError, type MsgHdrs } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";

export interface DurableMessage {
  readonly subject: string;
  readonly payload: string | Uint8Array;
  /** JetStream drops a second message with this id within its duplicate window. */
  readonly messageId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The traces that the message belongs to: a group of executions may have several. */
  readonly traceparents?: readonly string[] | undefined;
}

/** The server is unavailable, did not respond in time or has no space now: the same message may be accepted later. */
export class NotAcknowledged extends Error {
  /** False only if the server certainly did not store the message: it was never sent, or the server responded with an error. */
  readonly maybeStored: boolean;

  constructor(message: string, options: { readonly maybeStored: boolean }) {
    super(message);
    this.maybeStored = options.maybeStored;
  }
}

/** The server refuses this message permanently. Nothing was stored. */
export class MessageRefused extends Error {}

/**
 * Appends to a stream and returns the sequence when the server has stored it. The library's own publish retries while there is no response; callers
 * here have a spool as an alternative, so the first failure is reported immediately.
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

export const messageIdHeader = "Nats-Msg-Id";

export function headersOf(message: DurableMessage): MsgHdrs {
  const list = headers();
  if (message.messageId !== undefined) list.set(messageIdHeader, message.messageId);
  for (const [name, value] of Object.entries(message.headers ?? {})) list.set(name, value);
  for (const traceparent of message.traceparents ?? []) list.append("traceparent", traceparent);
  return list;
}

/** The client checks the payload against the server's `max_payload` and does not send a larger one. */
export function notSent(error: unknown): MessageRefused | undefined {
  return error instanceof InvalidArgumentError ? new MessageRefused(error.message) : undefined;
}

/** JetStream's error codes for a message that exceeds the stream's limit, with its payload or with its headers. */
const permanentErrors = new Set([10_054, 10_097]);

/** The error for a response of JetStream that is not an acknowledgement. */
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
