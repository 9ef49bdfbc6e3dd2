import { AckPolicy, DeliverPolicy, jetstreamManager, JetStreamApiError } from "@nats-io/jetstream";
import type { ConsumerConfig, ConsumerMessages, JetStreamManager, JsMsg } from "@nats-io/jetstream";
import { nanos } from "@nats-io/transport-node";
import type { Nats } from "./nats.ts";

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
  /** Number of prefetched messages. */
  readonly ahead: number;
}

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
  const messages: ConsumerMessages = await consumer.consume({
    max_messages: options.ahead,
    // Without a heartbeat, the reader detects within seconds that a restarted server has lost its request.
    idle_heartbeat: 1_000,
    abort_on_missing_resource: true,
  });
  const iterator = messages[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<JsMsg>> | undefined;
  return {
    next: async (waitMillis) => {
      pending ??= iterator.next();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<"late">((resolve) => {
        timer = setTimeout(() => resolve("late"), waitMillis);
      });
      const result = await Promise.race([pending, late]);
      clearTimeout(timer);
      if (result === "late") return undefined;
      pending = undefined;
      if (result.done === true) throw new Error(`The reader ${options.durable} of ${options.stream} has ended.`);
      return toMessage(result.value);
    },
    backlog: async () => (await consumer.info()).num_pending,
    close: () => {
      // Its own `close` would wait for an iteration that has already ended.
      messages.stop();
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
