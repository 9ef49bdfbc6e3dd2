import { createInbox, type Msg } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";
import { headersOf, MessageRefused, NotAcknowledged, notSent, readAcknowledgement, refusalIn, type DurableMessage } from "./publish.ts";

/**
 * Appends to streams for a process that does so thousands of times per second. The same guarantee as `publishDurable`, but with one subscription for
 * all acknowledgements and one timer for all deadlines; the library's request creates a timer, several promises and an error with its stack for each.
 */
export interface Appender {
  /** Rejects with `NotAcknowledged` or with `MessageRefused`. */
  readonly append: (message: DurableMessage) => Promise<void>;
  /** Maximum message size of the connected server, including headers. */
  readonly maxMessageBytes: () => number | undefined;
  readonly close: () => void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: NotAcknowledged | MessageRefused) => void;
  readonly deadline: number;
}

const sweepMillis = 100;

export function createAppender(nats: Nats, options: { readonly timeoutMillis: number }): Appender {
  const inbox = createInbox(nats.inboxPrefix);
  const waiting = new Map<string, Waiting>();
  let count = 0;

  const subscription = nats.connection.subscribe(`${inbox}.*`, {
    callback: (_, message: Msg) => {
      const token = message.subject.slice(inbox.length + 1);
      const one = waiting.get(token);
      if (one === undefined) return;
      waiting.delete(token);
      // An empty response is sent by the server itself: there are no subscribers.
      const text = message.data.length === 0 ? "no stream takes this subject" : message.string();
      if (readAcknowledgement(text) === undefined) one.reject(refusalIn(text));
      else one.resolve();
    },
  });
  const sweep = setInterval(() => {
    const now = performance.now();
    for (const [token, { deadline, reject }] of waiting) {
      // Messages are in the order in which they were sent, with equal timeouts.
      if (deadline > now) return;
      waiting.delete(token);
      reject(new NotAcknowledged(`no acknowledgement within ${options.timeoutMillis} ms`, { maybeStored: true }));
    }
  }, sweepMillis);
  const forget = nats.onChange((connected) => {
    if (!connected) rejectAll("the connection was lost");
  });

  function rejectAll(reason: string): void {
    for (const { reject } of waiting.values()) reject(new NotAcknowledged(reason, { maybeStored: true }));
    waiting.clear();
  }

  return {
    append: (message) =>
      new Promise((resolve, reject) => {
        if (!nats.connected()) return reject(new NotAcknowledged("not connected", { maybeStored: false }));
        count += 1;
        const token = count.toString(36);
        waiting.set(token, { resolve, reject, deadline: performance.now() + options.timeoutMillis });
        try {
          nats.connection.publish(message.subject, message.payload, { reply: `${inbox}.${token}`, headers: headersOf(message) });
        } catch (error) {
          waiting.delete(token);
          const reason = error instanceof Error ? error.message : String(error);
          reject(notSent(error) ?? new NotAcknowledged(reason, { maybeStored: true }));
        }
      }),
    maxMessageBytes: () => nats.connection.info?.max_payload,
    close: () => {
      clearInterval(sweep);
      forget();
      rejectAll("closed");
      subscription.unsubscribe();
    },
  };
}
