import { expect, test } from "vitest";
import type { BucketEntry } from "./nats-bucket.ts";
import { publish, type SharedBucket } from "./orders-publish.ts";

interface Key {
  readonly keyId: string;
  readonly organisationId: string;
  readonly userId: string;
  readonly hash: string;
  readonly permissions: string[];
}
const key = (permissions: string[]): Key => ({ keyId: "k", organisationId: "o", userId: "u", hash: "", permissions });
const same = (one: { readonly permissions: readonly string[] }, other: { readonly permissions: readonly string[] }): boolean =>
  one.permissions.join() === other.permissions.join();

/** A bucket of one entry, whose writes wait until the test lets them through. */
function heldBucket(first: Key) {
  let entry: BucketEntry<"keys"> = { key: "k", revision: 1, value: first as never, text: JSON.stringify(first) };
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
  const { bucket, rights, revision } = heldBucket(key(["a"]));
  expect(await publish(bucket, "k", () => Promise.resolve(key(["a"]) as never), same)).toBe(1);
  expect(await publish(bucket, "k", () => Promise.resolve(key(["b"]) as never), same)).toBe(2);
  expect(rights()).toEqual(["b"]);
  expect(await publish(bucket, "k", () => Promise.resolve(undefined), same)).toBe(3);
  expect([rights(), revision()]).toEqual([undefined, 3]);
});

test("a change that was taken back while it was written is taken back in the entry too", async () => {
  const { bucket, holdWrites, letGo, isHeld, rights } = heldBucket(key(["a"]));
  let row = key([]);
  holdWrites();
  const slow = publish(bucket, "k", () => Promise.resolve(row as never), same);
  await expect.poll(isHeld).toBe(true);
  row = key(["a"]);
  // The second finds the entry as it should be, and has nothing to write.
  await publish(bucket, "k", () => Promise.resolve(row as never), same);
  letGo();
  await slow;
  expect(rights()).toEqual(["a"]);
});
