import type { KeyEntry } from "@airlock/contract";
import { expect, test } from "vitest";
import type { BucketEntry } from "./nats-bucket.ts";
import { publish, type SharedBucket } from "./orders-publish.ts";

const key = (permissions: KeyEntry["permissions"]): KeyEntry => ({ keyId: "k", organisationId: "o", userId: "u", hash: "", permissions });
const same = (one: KeyEntry, other: KeyEntry): boolean => one.permissions.join() === other.permissions.join();

/** A bucket of one entry, whose writes wait until the test lets them through. */
function heldBucket(first: KeyEntry) {
  let entry: BucketEntry<"keys"> = { key: "k", revision: 1, value: first, text: JSON.stringify(first) };
  const waiting: (() => void)[] = [];
  let held = false;
  const bucket: SharedBucket<"keys"> = {
    get: () => Promise.resolve(entry),
    replace: async (_, value, revision) => {
      if (held) await new Promise<void>((resolve) => waiting.push(resolve));
      if (revision !== entry.revision) return undefined;
      entry = { key: "k", revision: revision + 1, value, text: value === undefined ? undefined : JSON.stringify(value) };
      return entry.revision;
    },
  };
  return {
    bucket,
    holdWrites: () => void (held = true),
    letGo: () => {
      held = false;
      for (const resume of waiting.splice(0)) resume();
    },
    isHeld: () => waiting.length > 0,
    rights: () => entry.value?.permissions,
    revision: () => entry.revision,
  };
}

test("an entry that is right is left alone, one that is not is written, and its revision is told", async () => {
  const { bucket, rights, revision } = heldBucket(key(["solution.execute"]));
  expect(await publish(bucket, "k", () => Promise.resolve(key(["solution.execute"])), same)).toBe(1);
  expect(await publish(bucket, "k", () => Promise.resolve(key(["solutions.list"])), same)).toBe(2);
  expect(rights()).toEqual(["solutions.list"]);
  expect(await publish(bucket, "k", () => Promise.resolve(undefined), same)).toBe(3);
  expect([rights(), revision()]).toEqual([undefined, 3]);
});

test("a change that was taken back while it was written is taken back in the entry too", async () => {
  const { bucket, holdWrites, letGo, isHeld, rights } = heldBucket(key(["solution.execute"]));
  let row = key([]);
  holdWrites();
  const slow = publish(bucket, "k", () => Promise.resolve(row), same);
  await expect.poll(isHeld).toBe(true);
  row = key(["solution.execute"]);
  // The second finds the entry as it should be, and has nothing to write.
  await publish(bucket, "k", () => Promise.resolve(row), same);
  letGo();
  await slow;
  expect(rights()).toEqual(["solution.execute"]);
});
