import type { KeyEntry } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import type { BucketEntry } from "@airlock/platform";
import { PostgresBehind, publish, publishSigned, type SharedBucket } from "./publish.ts";

const key = (permissions: KeyEntry["permissions"]): KeyEntry => ({ keyId: "k", organisationId: "o", userId: "u", hash: "", permissions });
const same = (one: KeyEntry, other: KeyEntry): boolean => one.permissions.join() === other.permissions.join();

/** A bucket of one entry, whose writes are held until the test releases them. */
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

test("a correct entry is not written again, another one is, and its revision is returned", async () => {
  const { bucket, rights, revision } = heldBucket(key(["solution.execute"]));
  expect(await publish(bucket, "k", () => Promise.resolve(key(["solution.execute"])), same)).toBe(1);
  expect(await publish(bucket, "k", () => Promise.resolve(key(["solutions.list"])), same)).toBe(2);
  expect(rights()).toEqual(["solutions.list"]);
  expect(await publish(bucket, "k", () => Promise.resolve(undefined), same)).toBe(3);
  expect([rights(), revision()]).toEqual([undefined, 3]);
});

test("a change that is reverted during the write is reverted in the entry too", async () => {
  const { bucket, holdWrites, letGo, isHeld, rights } = heldBucket(key(["solution.execute"]));
  let row = key([]);
  holdWrites();
  const slow = publish(bucket, "k", () => Promise.resolve(row), same);
  await expect.poll(isHeld).toBe(true);
  row = key(["solution.execute"]);
  // The second call finds the entry correct and writes nothing.
  await publish(bucket, "k", () => Promise.resolve(row), same);
  letGo();
  await slow;
  expect(rights()).toEqual(["solution.execute"]);
});

test("an entry that cannot be read as it was written is an error, and is not written again and again", async () => {
  let writes = 0;
  const unreadable: SharedBucket<"keys"> = {
    get: () =>
      Promise.resolve(
        writes === 0
          ? undefined
          : { key: "k", revision: writes, value: undefined, text: "{}", signature: { sequence: writes, present: true, deleted: false } },
      ),
    replace: () => {
      writes += 1;
      return writes < 10 ? Promise.resolve(writes) : Promise.reject(new Error("written ten times"));
    },
  };
  const wanted = () => Promise.resolve(key([]));
  const refusal = "Entry k cannot be read as it was written.";
  await expect(publish(unreadable, "k", wanted, same)).rejects.toThrow(refusal);
  expect(writes).toBe(1);
  writes = 0;
  const signed = { bucket: unreadable, key: "k", wanted, same, nextSequence: () => Promise.resolve(writes + 1) };
  await expect(publishSigned(signed)).rejects.toThrow(refusal);
  expect(writes).toBe(1);
});

describe("a signed entry", () => {
  /** A bucket of one entry, with the signature that a real one would verify. */
  function signedBucket(first: BucketEntry<"keys"> | undefined) {
    let entry = first;
    const bucket: SharedBucket<"keys"> = {
      get: () => Promise.resolve(entry),
      replace: (_, value, revision, sequence = -1) => {
        const signature = { sequence, present: true, deleted: value === undefined };
        entry = { key: "k", revision: revision + 1, value, text: JSON.stringify(value ?? {}), signature };
        return Promise.resolve(entry.revision);
      },
    };
    const order = (wanted: KeyEntry | undefined, drawn: number, restricts = false) =>
      publishSigned({
        bucket,
        key: "k",
        wanted: () => Promise.resolve(wanted),
        same,
        restricts: () => restricts,
        nextSequence: () => Promise.resolve(drawn),
      });
    return { order, signature: () => entry?.signature };
  }
  const allowed = key(["solution.execute"]);
  const stored = (signature: BucketEntry<"keys">["signature"], value: KeyEntry | undefined = allowed) => ({
    key: "k",
    revision: 4,
    value,
    text: "{}",
    signature,
  });

  test("that is correct is not written again, unless the current master key has not signed it", async () => {
    const right = { sequence: 3, present: true, deleted: false };
    expect(await signedBucket(stored(right)).order(allowed, 9)).toBe(4);
    for (const wrong of [undefined, { ...right, present: false }]) {
      const { order, signature } = signedBucket(stored(wrong));
      expect(await order(allowed, 9)).toBe(5);
      expect(signature()).toEqual({ sequence: 9, present: true, deleted: false });
    }
  });

  test("that should not exist gets a tombstone, also instead of an unsigned deletion marker", async () => {
    for (const before of [undefined, stored(undefined), { key: "k", revision: 4, value: undefined, text: undefined }]) {
      const { order, signature } = signedBucket(before);
      await order(undefined, 9);
      expect(signature()).toEqual({ sequence: 9, present: true, deleted: true });
    }
  });

  test("that is newer than a restored Postgres can be stopped and deleted, but not restored", async () => {
    const deleted = { ...stored({ sequence: 50, present: true, deleted: true }), value: undefined };
    const back = signedBucket(deleted);
    await expect(back.order(allowed, 9)).rejects.toThrow(PostgresBehind);
    expect(back.signature()?.sequence).toBe(50);
    const live = () => signedBucket(stored({ sequence: 50, present: true, deleted: false }, key([])));
    await expect(live().order(allowed, 9)).rejects.toThrow(PostgresBehind);
    const stopped = live();
    await stopped.order(allowed, 9, true);
    expect(stopped.signature()).toMatchObject({ sequence: 51, deleted: false });
    const gone = live();
    await gone.order(undefined, 9);
    expect(gone.signature()).toMatchObject({ sequence: 51, deleted: true });
  });

  test("that a restored Postgres agrees with is signed with the current master key", async () => {
    const { order, signature } = signedBucket(stored({ sequence: 50, present: false, deleted: false }));
    await order(allowed, 9);
    expect(signature()).toEqual({ sequence: 51, present: true, deleted: false });
  });
});
