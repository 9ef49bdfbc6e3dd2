import type { KeyEntry } from "@airlock/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { connectNats, createLog, ensureDataPlane, newId, openBucket, type Bucket, type Nats } from "@airlock/platform";
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
  // A cluster that has just started is still choosing who leads.
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

test("of those who write a key at the same moment, one does and the others learn of it", async () => {
  for (let turn = 0; turn < 50; turn += 1) {
    const one = entry();
    const tried = await Promise.all([...buckets, ...buckets, ...buckets].map((bucket) => bucket.replace(one.keyId, one, 0)));
    expect(tried.filter((revision) => revision !== undefined)).toHaveLength(1);
  }
});
