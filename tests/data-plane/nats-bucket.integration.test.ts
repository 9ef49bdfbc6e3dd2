import { deadExecutionSubject, type KeyEntry } from "@airlock/contract";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { killPart, restartPart } from "../../services/lifecycle.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import {
  bucketRevision,
  connectNats,
  createLog,
  ensureDataPlane,
  newId,
  openBucket,
  openDeadLetters,
  publishDurable,
  type Bucket,
  type BucketEntry,
  type Nats,
} from "@airlock/platform";

const log = createLog({ name: "test", level: "silent" });
let running: TemporaryInstance;
let nats: Nats;
let keys: Bucket<"keys">;

const entry = (keyId = newId()): KeyEntry => ({ keyId, organisationId: "o", userId: "u", permissions: [], hash: "0".repeat(64) });

const until = async (holds: () => boolean): Promise<void> => {
  await vi.waitUntil(holds, { timeout: 60_000, interval: 10 });
};

beforeAll(async () => {
  running = await startTemporaryInstance(["nats"]);
  nats = await connectNats({ url: natsUrl(running.instance), name: "test", log });
  await ensureDataPlane(nats, { replicas: 1 });
  keys = await openBucket(nats, "keys");
});

afterAll(async () => {
  await nats.close();
  await running.stop();
});

test("creating the streams and buckets again changes nothing", async () => {
  await keys.put("kept", entry("kept"));
  await ensureDataPlane(nats, { replicas: 1 });
  expect((await keys.get("kept"))?.value).toMatchObject({ keyId: "kept" });
});

test("values are put, read, listed and removed, with increasing revisions", async () => {
  const one = entry();
  const put = await keys.put(one.keyId, one);
  expect(await keys.get(one.keyId)).toMatchObject({ key: one.keyId, revision: put, value: one });
  expect((await keys.all()).map(({ key }) => key)).toContain(one.keyId);
  const removed = await keys.remove(one.keyId);
  expect(removed).toBeGreaterThan(put);
  expect(await keys.get(one.keyId)).toMatchObject({ revision: removed, value: undefined, text: undefined });
  expect((await keys.all()).map(({ key }) => key)).not.toContain(one.keyId);
  expect(await bucketRevision(nats, "keys", 10_000)).toBe(removed);
});

test("the age of a revision is measured by the server, and ends with the next one", async () => {
  const one = entry();
  const first = await keys.put(one.keyId, one);
  const age = (await keys.ageMillis(one.keyId, first)) ?? -1;
  expect(age).toBeGreaterThanOrEqual(0);
  expect(age).toBeLessThan(60_000);
  const second = await keys.put(one.keyId, one);
  expect(await keys.ageMillis(one.keyId, first)).toBeUndefined();
  expect(await keys.ageMillis(one.keyId, second)).toBeGreaterThanOrEqual(0);
});

test("a dead letter that is written again is stored once, and what remains of it is stored without its id", async () => {
  const letters = await openDeadLetters(nats);
  const letter = { subject: `${deadExecutionSubject}.0`, payload: "[1]\n[2]", messageId: "7-hash", headers: { "Airlock-Sequence": "7" } };
  await publishDurable(nats, letter, 10_000);
  await publishDurable(nats, letter, 10_000);
  expect(await letters.last()).toBe(1);
  const stored = await letters.after(0);
  if (stored === undefined) throw new Error("There is no dead letter.");
  await letters.reduce(stored, "[2]");
  expect(await letters.after(0)).toMatchObject({ sequence: 2, text: "[2]", headers: { "Airlock-Sequence": "7" } });
});

test("a watch reports existing entries, changes and deletions, and all of them again after the server was killed", async () => {
  const before = entry();
  await keys.put(before.keyId, before);
  const received: BucketEntry<"keys">[] = [];
  let synced = 0;
  const watch = keys.watch({ onEntry: (one) => void received.push(one), onSynced: () => void (synced += 1), log });
  await until(() => synced >= 1);
  expect(received.map(({ key }) => key)).toContain(before.keyId);
  const after = entry();
  const revision = await keys.put(after.keyId, after);
  await until(() => watch.applied() === revision);
  await keys.remove(after.keyId);
  await until(() => received.at(-1)?.key === after.keyId && received.at(-1)?.text === undefined);

  await killPart(running.instance, "nats");
  await until(() => !watch.synced() && !nats.connected());
  await restartPart(running.instance, "nats");
  await until(() => watch.synced());
  received.length = 0;
  const later = entry();
  await keys.put(later.keyId, later);
  await until(() => received.some(({ key }) => key === later.keyId));
  watch.stop();
});

test("an invalid value is reported as unreadable, not as a deletion", async () => {
  await nats.connection.request("$KV.keys.odd", "{", { timeout: 10_000 });
  expect(await keys.get("odd")).toMatchObject({ value: undefined, text: "{" });
});

test("a put fails immediately while the server is unavailable", async () => {
  await killPart(running.instance, "nats");
  await until(() => !nats.connected());
  await expect(keys.put("x", entry("x"))).rejects.toThrow("not connected");
  await restartPart(running.instance, "nats");
  await until(() => nats.connected());
});
