import { setTimeout as wait } from "node:timers/promises";
import { executionStream } from "@airlock/contract";
import { connectNats, createLog, ensureDataPlane, openStreamReader, publishDurable, type Nats } from "@airlock/platform";
import { jetstreamManager } from "@nats-io/jetstream";
import { afterAll, beforeAll, expect, test } from "vitest";
import { natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";

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

test("a backlog of large messages is prefetched in parts, so that none is redelivered while others are processed", async () => {
  const count = 120;
  const payload = Buffer.alloc(400_000, "x");
  for (let at = 0; at < count; at += 1) {
    await publishDurable(nats, { subject: `${executionStream}.3`, payload, messageId: `large ${at}` }, 5_000);
  }
  const manager = await jetstreamManager(nats.connection);
  const unacknowledged = async () => (await manager.consumers.info(executionStream, "test")).num_ack_pending;
  const reader = await openStreamReader(nats, { stream: executionStream, durable: "test", acknowledgeMillis: 1_500, ahead: 1_000 });
  const deliveries: number[] = [];
  let largest = 0;
  while (deliveries.length < count) {
    const message = await reader.next(5_000);
    if (message === undefined) throw new Error(`Only ${deliveries.length} messages arrived.`);
    // Fixed wait: the time of processing. All together take longer than the server waits for an acknowledgement.
    await wait(25);
    if (deliveries.length % 20 === 10) largest = Math.max(largest, await unacknowledged());
    message.acknowledge();
    deliveries.push(message.deliveries);
  }
  expect(new Set(deliveries)).toEqual(new Set([1]));
  expect(largest).toBeLessThan(50);
  expect(await reader.next(300)).toBeUndefined();
  await reader.close();
});

test("messages arrive one by one, also after a pause", async () => {
  const reader = await openStreamReader(nats, { stream: executionStream, durable: "test", acknowledgeMillis: 5_000, ahead: 2 });
  for (const text of ["one", "two", "three", "four", "five"]) {
    const next = reader.next(5_000);
    await publishDurable(nats, { subject: `${executionStream}.3`, payload: text, messageId: text }, 5_000);
    const message = await next;
    expect(message?.text).toBe(text);
    message?.acknowledge();
  }
  expect(await reader.next(50)).toBeUndefined();
  await reader.close();
  await expect(reader.next(50)).rejects.toThrow("has ended");
});
