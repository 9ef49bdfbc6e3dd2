import { AckPolicy, DeliverPolicy, jetstreamManager, JetStreamApiError } from "@nats-io/jetstream";
import type { ConsumerConfig, ConsumerMessages, JetStreamManager, JsMsg } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";
import { within } from "./within.ts";

/** A message that stays in its stream until it is acknowledged. */
export interface StreamMessage {
  readonly subject: string;
  readonly sequence: number;
  readonly text: string;
  readonly bytes: number;
  readonly traceparents: readonly string[];
  /** More than one: it was delivered before and not acknowledged. */
  readonly deliveries: number;
  readonly acknowledge: () => void;
  /** In progress: extends the time before the server redelivers it. */
  readonly working: () => void;
  /** Returns it immediately, for redelivery. */
  readonly release: () => void;
}

export interface StreamReader {
  /** The next message, or undefined if none arrived in time. Rejects if the reader must be reopened. */
  readonly next: (waitMillis: number) => Promise<StreamMessage | undefined>;
  /** Number of messages that were not delivered yet. */
  readonly backlog: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface StreamReaderOptions {
  readonly stream: string;
  /** Readers of the same name share the work. */
  readonly durable: string;
  readonly acknowledgeMillis: number;
  /** Limit of prefetched messages; large ones are limited by `aheadBytes` below. */
  readonly ahead: number;
}

/**
 * Prefetched messages wait for those before them, and the server redelivers what waits longer than `acknowledgeMillis`. So the limit is about as
 * much as one insert takes.
 */
const aheadBytes = 16 * 1024 * 1024;
/** Of the first request, when the size of messages is not known yet. */
const firstFetch = 20;
const fetchMillis = 30_000;

interface Fetch {
  readonly messages: ConsumerMessages;
  readonly iterator: AsyncIterator<JsMsg>;
  readonly begun: number;
  received: number;
}

/**
 * Requests messages a number at a time, and more only when these were read. (`consume` of the library requests more as soon as messages arrive,
 * however slowly they are read: a backlog of large messages would be redelivered faster than it is stored.)
 */
export async function openStreamReader(nats: Nats, options: StreamReaderOptions): Promise<StreamReader> {
  const manager = await jetstreamManager(nats.connection, { checkAPI: false });
  await ensureConsumer(manager, options.stream, {
    durable_name: options.durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(options.acknowledgeMillis),
    // No limit: a message that cannot be read becomes a dead letter; the server must not drop it.
    max_deliver: -1,
    max_ack_pending: 5_000,
  });
  const consumer = await nats.jetstream.consumers.get(options.stream, options.durable);
  let fetch: Fetch | undefined;
  let pending: Promise<IteratorResult<JsMsg>> | undefined;
  /** Of recent messages. */
  let averageBytes: number | undefined;
  let isClosed = false;

  async function fetchMore(): Promise<Fetch> {
    const fitting = averageBytes === undefined ? firstFetch : Math.floor(aheadBytes / Math.max(1, averageBytes));
    const messages = await consumer.fetch({
      max_messages: Math.min(options.ahead, Math.max(1, fitting)),
      expires: fetchMillis,
      // Without a heartbeat, the reader detects within seconds that a restarted server has lost its request.
      idle_heartbeat: 1_000,
    });
    return { messages, iterator: messages[Symbol.asyncIterator](), begun: performance.now(), received: 0 };
  }

  const ended = (): Error => new Error(`The reader ${options.durable} of ${options.stream} has ended.`);

  return {
    next: async (waitMillis) => {
      const until = performance.now() + waitMillis;
      for (;;) {
        if (isClosed) throw ended();
        fetch ??= await fetchMore();
        pending ??= fetch.iterator.next();
        const result = await within(Math.max(0, until - performance.now()), pending);
        if (result === undefined) return undefined;
        pending = undefined;
        if (result.done !== true) {
          fetch.received += 1;
          const { length } = result.value.data;
          averageBytes = averageBytes === undefined ? length : averageBytes + (length - averageBytes) / 16;
          return toMessage(result.value);
        }
        // A request ends when it is complete or expired. One that ends at once and without a message would end again.
        if (fetch.received === 0 && performance.now() - fetch.begun < fetchMillis / 2) throw ended();
        fetch = undefined;
      }
    },
    backlog: async () => (await consumer.info()).num_pending,
    close: () => {
      isClosed = true;
      // Its own `close` would wait for an iteration that has already ended.
      fetch?.messages.stop();
      return Promise.resolve();
    },
  };
}

async function ensureConsumer(manager: JetStreamManager, stream: string, config: Partial<ConsumerConfig> & { durable_name: string }) {
  try {
    await manager.consumers.add(stream, config);
  } catch (error) {
    const exists = 10_148;
    if (!(error instanceof JetStreamApiError) || error.code !== exists) throw error;
    await manager.consumers.update(stream, config.durable_name, config);
  }
}

function toMessage(message: JsMsg): StreamMessage {
  return {
    subject: message.subject,
    sequence: message.seq,
    // Decoded lazily: a reader may release the message unread.
    get text() {
      return message.string();
    },
    bytes: message.data.length,
    traceparents: message.headers?.values("traceparent") ?? [],
    deliveries: message.info.deliveryCount,
    acknowledge: () => message.ack(),
    working: () => message.working(),
    release: () => message.nak(),
  };
}
