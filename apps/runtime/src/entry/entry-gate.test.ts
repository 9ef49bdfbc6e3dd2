import { randomBytes } from "node:crypto";
import { tombstoneBody, type KeyEntry } from "@airlock/contract";
import { createEntrySigner, createLog, createMetrics, type BucketEntry } from "@airlock/platform";
import { beforeEach, expect, test } from "vitest";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import type { LastGood } from "../disk/last-good.ts";
import { createEntryGate, type EntryGate, type EntryGateOptions } from "./entry-gate.ts";

const log = createLog({ name: "test", level: "silent" });
const master = { id: "m", key: randomBytes(32) };
const signer = createEntrySigner([master]);
const value = (permissions: readonly string[]): KeyEntry => ({
  keyId: "k",
  organisationId: "o",
  userId: "u",
  permissions,
  hash: "0".repeat(64),
});
const granted = value(["solution.execute"]);

let disk: LastGood;
let gate: EntryGate<"keys">;
let counted: () => string | undefined;

function make(options: Partial<EntryGateOptions<"keys">> = {}): void {
  const metrics = createMetrics<string>();
  const refusals = metrics.counter("refused", "");
  gate = createEntryGate({ bucket: "keys", disk, refusals, log, ...options });
  counted = () => /^refused (\d+)$/m.exec(metrics.text())?.[1];
}

beforeEach(() => {
  disk = memoryLastGood();
  make();
});

function entry(revision: number, text: string | undefined, of?: KeyEntry): BucketEntry<"keys"> {
  return { key: "k", revision, value: of, text, signature: text === undefined ? undefined : signer.verify("keys", "k", text) };
}
const put = (revision: number, sequence: number, of: KeyEntry) =>
  entry(revision, signer.sign("keys", "k", sequence, JSON.stringify(of)), of);
const remove = (revision: number, sequence: number) => entry(revision, signer.sign("keys", "k", sequence, tombstoneBody));

/** What every user of a gate does with an admitted entry. */
function apply(one: BucketEntry<"keys">): boolean {
  const admitted = gate.admits(one);
  if (admitted && one.text !== undefined) disk.put(one.key, { revision: one.revision, text: one.text });
  return admitted;
}

test("a signed entry is admitted, and so is the next one", () => {
  expect(apply(put(1, 10, granted))).toBe(true);
  expect(apply(put(2, 11, value([])))).toBe(true);
  expect(apply(remove(3, 12))).toBe(true);
  expect([gate.refused(), counted(), gate.settled(3)]).toEqual([0, "0", 3]);
});

test("an unsigned, forged or moved entry is refused, counted once and never confirmed", () => {
  apply(put(1, 10, granted));
  const forger = createEntrySigner([{ id: "m", key: randomBytes(32) }]);
  expect(apply(entry(2, JSON.stringify(granted), granted))).toBe(false);
  expect(apply(entry(3, forger.sign("keys", "k", 99, JSON.stringify(granted)), granted))).toBe(false);
  expect(apply(entry(4, signer.sign("keys", "other", 99, JSON.stringify(granted)), granted))).toBe(false);
  // A watch that restarts.
  expect(apply(entry(4, signer.sign("keys", "other", 99, JSON.stringify(granted)), granted))).toBe(false);
  expect([gate.refused(), counted(), gate.settled(9), gate.held()]).toEqual([1, "3", 9, ["k"]]);
  // The control plane wrote it again.
  expect(apply(put(5, 11, granted))).toBe(true);
  expect([gate.refused(), gate.held()]).toEqual([0, []]);
});

test("a replay of an entry that was revoked, deleted or changed since is refused", () => {
  const first = put(1, 10, granted);
  apply(first);
  apply(put(2, 11, value([])));
  expect(apply({ ...first, revision: 3 })).toBe(false);
  apply(remove(4, 12));
  expect(apply({ ...first, revision: 5 })).toBe(false);
  expect(counted()).toBe("2");
});

test("a deletion without a signature is refused if the entry is known, and ignored otherwise", () => {
  expect(apply(entry(1, undefined))).toBe(false);
  expect(counted()).toBe("0");
  apply(put(2, 10, granted));
  expect(apply(entry(3, undefined))).toBe(false);
  expect([counted(), gate.held()]).toEqual(["1", ["k"]]);
});

test("an entry that the disk already has is admitted without a signature, as disks of 0.5 have none", () => {
  const text = JSON.stringify(granted);
  disk.put("k", { revision: 1, text });
  expect(apply(entry(1, text, granted))).toBe(true);
  expect(apply(entry(2, JSON.stringify(value([])), value([])))).toBe(false);
  expect(apply(put(3, 10, value([])))).toBe(true);
});

test("the same state with an older sequence number, from a restored bucket, is neither refused nor applied", () => {
  const first = put(1, 10, granted);
  apply(first);
  apply(put(2, 12, granted));
  expect(apply({ ...first, revision: 3 })).toBe(false);
  expect(counted()).toBe("0");
});

test("the refusal of an unknown key does not block confirmations if the entry could not be in force", () => {
  make({ ignoresUnknown: true });
  expect(apply(entry(4, JSON.stringify(granted), granted))).toBe(false);
  expect([gate.refused(), gate.settled(9), gate.held()]).toEqual([1, 9, []]);
});

test("more refused entries than a lease can list block every later confirmation", () => {
  for (let at = 1; at <= 1_002; at += 1) apply({ ...entry(at, JSON.stringify(granted), granted), key: `k${at}` });
  expect([gate.refused(), gate.held().length, gate.settled(2_000)]).toEqual([1_002, 1_000, 1_000]);
});

test("an entry with a valid signature is refused if the check finds a problem", () => {
  make({ check: () => "not what was frozen" });
  expect(apply(put(1, 10, granted))).toBe(false);
  expect(counted()).toBe("1");
});
