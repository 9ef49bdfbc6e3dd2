import type { KeyEntry } from "@airlock/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import {
  compareDataPlane,
  connectNats,
  createLog,
  createMissingStreams,
  dataPlaneStreams,
  ensureDataPlane,
  newId,
  openBucket,
  type Bucket,
  type Nats,
} from "@airlock/platform";
import { eventually } from "../support/eventually.ts";

const log = createLog({ name: "test", level: "silent" });
let running: TemporaryInstance;
const connections: Nats[] = [];
const buckets: Bucket<"keys">[] = [];

const entry = (keyId = newId()): KeyEntry => ({ keyId, organisationId: "o", userId: "u", permissions: [], hash: "0".repeat(64) });

beforeAll(async () => {
  running = await startTemporaryInstance(["nats", "nats2", "nats3"]);
  for (const name of ["api", "worker"]) connections.push(await connectNats({ url: natsUrl(running.instance), name, log }));
  const [first] = connections;
  if (first === undefined) throw new Error("Nobody is connected.");
  // A cluster that has just started is still electing a leader.
  await eventually(
    "the buckets",
    () =>
      ensureDataPlane(first, { replicas: 3 }).then(
        () => true,
        () => undefined,
      ),
    { seconds: 30 },
  );
  for (const nats of connections) buckets.push(await openBucket(nats, "keys"));
});

afterAll(async () => {
  for (const nats of connections) await nats.close();
  await running.stop();
});

test("of concurrent writers of a key one succeeds, and the others get a conflict", async () => {
  for (let turn = 0; turn < 50; turn += 1) {
    const one = entry();
    const tried = await Promise.all([...buckets, ...buckets, ...buckets].map((bucket) => bucket.replace(one.keyId, one, 0)));
    expect(tried.filter((revision) => revision !== undefined)).toHaveLength(1);
  }
});

test("neither a migration nor a process with a lower setting removes a replica", async () => {
  const [nats] = connections;
  if (nats === undefined) throw new Error("Nobody is connected.");
  const manager = await nats.jetstream.jetstreamManager();
  const replicas = () =>
    Promise.all(dataPlaneStreams({ replicas: 1 }).map(async ({ name }) => (await manager.streams.info(name)).config.num_replicas));
  await ensureDataPlane(nats, { replicas: 1 });
  await createMissingStreams(nats, { replicas: 1 });
  expect(new Set(await replicas())).toEqual(new Set([3]));
  expect(await compareDataPlane(nats, { replicas: 3 })).toEqual([]);
});

test("streams with fewer replicas than expected are reported, and a migration adds them", async () => {
  const [nats] = connections;
  if (nats === undefined) throw new Error("Nobody is connected.");
  const manager = await nats.jetstream.jetstreamManager();
  await manager.streams.update("executions", { num_replicas: 1 });
  expect(await compareDataPlane(nats, { replicas: 3 })).toEqual([
    { stream: "executions", kind: "weaker", detail: "executions: 1 of 3 replicas" },
  ]);
  await createMissingStreams(nats, { replicas: 3 });
  expect((await manager.streams.info("executions")).config.num_replicas).toBe(1);
  await ensureDataPlane(nats, { replicas: 3 });
  expect(await compareDataPlane(nats, { replicas: 3 })).toEqual([]);
});
