import { executionStream } from "@airlock/contract";
import {
  connectNats,
  createAppender,
  createLog,
  ensureDataPlane,
  MessageRefused,
  NotAcknowledged,
  openStreamReader,
  publishDurable,
  type Nats,
} from "@airlock/platform";
import { DiscardPolicy, jetstreamManager } from "@nats-io/jetstream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { killPart, restartPart } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { eventually } from "../support/eventually.ts";

let running: TemporaryInstance;
let nats: Nats;

beforeAll(async () => {
  running = await startTemporaryInstance(["nats"]);
  nats = await connectNats({ url: natsUrl(running.instance), name: "test", log: createLog({ name: "test", level: "silent" }) });
  await ensureDataPlane(nats, { replicas: 1 });
});
afterAll(async () => {
  await nats.close();
  await running.stop();
});

test("many concurrent appends are each acknowledged, and a second one with the same id is stored once", async () => {
  const appender = createAppender(nats, { timeoutMillis: 5_000 });
  const message = (name: string) => ({ subject: `${executionStream}.3`, payload: name, messageId: name, traceparents: [`00-${name}`] });
  await Promise.all(Array.from({ length: 200 }, (_, index) => appender.append(message(`m${index}`))));
  await appender.append(message("m7"));
  const reader = await openStreamReader(nats, { stream: executionStream, durable: "test", acknowledgeMillis: 5_000, ahead: 500 });
  const read: string[] = [];
  // Waits for the expected number; a further one would arrive immediately.
  for (let next = await reader.next(10_000); next !== undefined; next = await reader.next(read.length < 200 ? 10_000 : 300)) {
    read.push(next.text);
    expect(next.traceparents).toEqual([`00-${next.text}`]);
    next.acknowledge();
  }
  expect(read).toHaveLength(200);
  expect(new Set(read).size).toBe(200);
  await reader.close();
  appender.close();
});

test("a message that the server never accepts is refused, whichever limit it exceeds, and others are acknowledged", async () => {
  const appender = createAppender(nats, { timeoutMillis: 5_000 });
  const subject = `${executionStream}.3`;
  const limit = appender.maxMessageBytes() ?? 0;
  expect(limit).toBe(4_194_304);
  await expect(appender.append({ subject, payload: Buffer.alloc(limit + 1) })).rejects.toThrow(MessageRefused);
  await expect(publishDurable(nats, { subject, payload: Buffer.alloc(limit + 1) }, 5_000)).rejects.toThrow(MessageRefused);
  const traceparents = Array.from({ length: 1_500 }, () => `00-${"1".repeat(32)}-${"2".repeat(16)}-01`);
  await expect(appender.append({ subject, payload: "", traceparents })).rejects.toThrow(MessageRefused);

  const manager = await jetstreamManager(nats.connection);
  await manager.streams.add({ name: "narrow", subjects: ["narrow"], max_msg_size: 1_000 });
  await expect(appender.append({ subject: "narrow", payload: Buffer.alloc(2_000) })).rejects.toThrow(MessageRefused);
  await expect(publishDurable(nats, { subject: "narrow", payload: Buffer.alloc(2_000) }, 5_000)).rejects.toThrow(MessageRefused);
  await appender.append({ subject: "narrow", payload: "small" });
  await manager.streams.delete("narrow");
  appender.close();
});

test("a full stream does not acknowledge, and has certainly not stored the message", async () => {
  const appender = createAppender(nats, { timeoutMillis: 5_000 });
  const manager = await jetstreamManager(nats.connection);
  await manager.streams.add({ name: "small", subjects: ["small"], max_msgs: 1, discard: DiscardPolicy.New });
  await appender.append({ subject: "small", payload: "1" });
  const refused = await appender.append({ subject: "small", payload: "2" }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NotAcknowledged);
  expect(refused).toMatchObject({ maybeStored: false });
  await manager.streams.delete("small");
  appender.close();
});

test("a subject without a stream, a stalled server and a killed server are reported as not acknowledged", async () => {
  const appender = createAppender(nats, { timeoutMillis: 300 });
  await expect(appender.append({ subject: "nobody.listens", payload: "" })).rejects.toThrow(NotAcknowledged);

  await killPart(running.instance, "nats", "SIGSTOP");
  const late = await appender.append({ subject: `${executionStream}.1`, payload: "" }).catch((error: unknown) => error);
  expect(late).toMatchObject({ message: "no acknowledgement within 300 ms", maybeStored: true });
  const dying = appender.append({ subject: `${executionStream}.1`, payload: "" });
  await Promise.all([expect(dying).rejects.toThrow(NotAcknowledged), killPart(running.instance, "nats")]);
  await eventually("the loss to be noticed", () => Promise.resolve(nats.connected() ? undefined : true));
  await expect(appender.append({ subject: `${executionStream}.1`, payload: "" })).rejects.toThrow("not connected");

  await restartPart(running.instance, "nats");
  await eventually("the connection", () => Promise.resolve(nats.connected() ? true : undefined));
  await eventually("an acknowledgement again", () =>
    appender.append({ subject: `${executionStream}.1`, payload: "after", messageId: "after" }).then(
      () => true,
      () => undefined,
    ),
  );
  appender.close();
});
