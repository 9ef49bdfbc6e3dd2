import { executionStream } from "@airlock/contract";
import { connectNats, createAppender, createLog, ensureDataPlane, NotAcknowledged, openStreamReader, type Nats } from "@airlock/platform";
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

test("many appends at once are each acknowledged, and a second one with the same id is stored once", async () => {
  const appender = createAppender(nats, { timeoutMillis: 5_000 });
  const message = (name: string) => ({ subject: `${executionStream}.3`, payload: name, messageId: name, traceparents: [`00-${name}`] });
  await Promise.all(Array.from({ length: 200 }, (_, index) => appender.append(message(`m${index}`))));
  await appender.append(message("m7"));
  const reader = await openStreamReader(nats, { stream: executionStream, durable: "test", acknowledgeMillis: 5_000, ahead: 500 });
  const read: string[] = [];
  // As many as there must be are waited for; one more would come at once.
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

test("a subject that no stream takes, a server that is stalled and a server that dies are told as not acknowledged", async () => {
  const appender = createAppender(nats, { timeoutMillis: 300 });
  await expect(appender.append({ subject: "nobody.listens", payload: "" })).rejects.toThrow(NotAcknowledged);

  await killPart(running.instance, "nats", "SIGSTOP");
  await expect(appender.append({ subject: `${executionStream}.1`, payload: "" })).rejects.toThrow("within 300 ms");
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
