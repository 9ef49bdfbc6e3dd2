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
  /** More than one: somebody had it before and did not acknowledge it. */
  readonly deliveries: number;
  readonly acknowledge: () => void;
  /** Not done yet, but still at it: keeps the server from giving it to somebody else. */
  readonly working: () => void;
  /** Gives it back at once, for somebody else to do. */
  readonly release: () => void;
}

export interface StreamReader {
  /** The next message, or undefined when none came in time. Rejects when the reader has to be opened again. */
  readonly next: (waitMillis: number) => Promise<StreamMessage | undefined>;
  /** Messages that nobody has been given yet. */
  readonly backlog: () => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface StreamReaderOptions {
  readonly stream: string;
  /** Readers of the same name share the work. */
  readonly durable: string;
  readonly acknowledgeMillis: number;
  /** Messages that are asked for ahead of time. */
  readonly ahead: number;
}

export async function openStreamReader(nats: Nats, options: StreamReaderOptions): Promise<StreamReader> {
  const manager = await jetstreamManager(nats.connection, { checkAPI: false });
  await ensureConsumer(manager, options.stream, {
    durable_name: options.durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(options.acknowledgeMillis),
    // Never given up: a message that cannot be read is put aside by the reader, not forgotten by the server.
    max_deliver: -1,
    max_ack_pending: 5_000,
  });
  const consumer = await nats.jetstream.consumers.get(options.stream, options.durable);
  const messages: ConsumerMessages = await consumer.consume({
    max_messages: options.ahead,
    // A reader that hears no heartbeat notices within seconds that the server came back without its request.
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
      // Its own `close` waits for an iteration to end that nobody is in any more.
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
    // Decoded when asked for: a reader may put the message back unread.
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
