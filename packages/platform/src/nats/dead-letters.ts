import { deadExecutionStream, deadExecutionSubject } from "@airlock/contract";
import { jetstreamManager } from "@nats-io/jetstream";
import type { Nats } from "./nats.ts";
import { messageIdHeader, publishDurable } from "./publish.ts";

/** A message of the stream `executions-dead`. */
export interface DeadLetter {
  readonly sequence: number;
  readonly subject: string;
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface DeadLetters {
  /** The sequence of the newest one; 0 if there never was one. */
  readonly last: () => Promise<number>;
  /** The first one after a sequence. */
  readonly after: (sequence: number) => Promise<DeadLetter | undefined>;
  /** Stores the remaining text as a new dead letter, if there is any, then deletes this one and overwrites it on the server's disk. */
  readonly reduce: (letter: DeadLetter, remaining: string | undefined) => Promise<void>;
}

const requestMillis = 5_000;

export async function openDeadLetters(nats: Nats): Promise<DeadLetters> {
  const { streams } = await jetstreamManager(nats.connection, { checkAPI: false, timeout: requestMillis });
  return {
    last: async () => (await streams.info(deadExecutionStream)).state.last_seq,
    after: async (sequence) => {
      // The server accepts both; the library's type of a request has only the sequence.
      const next = { seq: sequence + 1, next_by_subj: `${deadExecutionSubject}.>` };
      const found = await streams.getMessage(deadExecutionStream, next);
      if (found === null) return undefined;
      const { header } = found;
      const headers = Object.fromEntries(header.keys().map((name) => [name, header.get(name)]));
      return { sequence: found.seq, subject: found.subject, text: found.string(), headers };
    },
    reduce: async ({ sequence, subject, headers }, remaining) => {
      // Without the id, by which JetStream would drop it as a duplicate.
      const { [messageIdHeader]: _id, ...kept } = headers;
      if (remaining !== undefined) await publishDurable(nats, { subject, payload: remaining, headers: kept }, requestMillis);
      await streams.deleteMessage(deadExecutionStream, sequence);
    },
  };
}
