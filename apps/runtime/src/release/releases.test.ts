import type { ReleaseEntry } from "@airlock/contract";
import { createLog } from "@airlock/platform";
import { expect, test } from "vitest";
import { memoryLastGood } from "../disk/memory-last-good.fixture.ts";
import { openGate, tombstone } from "../entry/open-gate.fixture.ts";
import { createReleases } from "./releases.ts";

const log = createLog({ name: "test", level: "silent" });
const first: ReleaseEntry = {
  solutionId: "loans",
  organisationId: "org",
  releaseId: "r1",
  number: 1,
  versionId: "v1",
  keys: [{ key: "loan-check" }],
};
const entryOf = (value: ReleaseEntry, revision = 1) => ({ key: value.solutionId, revision, value, text: JSON.stringify(value) });
const verify = (_bucket: string, _key: string, text: string) =>
  text.includes("forged") ? undefined : { sequence: 1, present: true, deleted: false };
const make = (disk = memoryLastGood()) =>
  createReleases({ disk, gate: openGate, signer: { verify }, serves: (versionId) => versionId !== "notHere", log });

test("a key resolves to the version of the live release in its own organisation only", () => {
  const releases = make();
  expect(releases.find("org", "loan-check", 0)).toBeUndefined();
  releases.apply(entryOf(first));
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ versionId: "v1", releaseId: "r1", solutionId: "loans" });
  expect(releases.find("other", "loan-check", 0)).toBeUndefined();
  releases.apply(entryOf({ ...first, releaseId: "r2", number: 2, versionId: "v2" }, 2));
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ versionId: "v2", releaseId: "r2" });
  expect(releases.size()).toBe(1);
});

test("a former key works until it expires and names its successor", () => {
  const releases = make();
  releases.apply(entryOf({ ...first, keys: [{ key: "credit", until: "2026-01-01T00:00:00Z" }, { key: "loan-check" }] }));
  const end = Date.parse("2026-01-01T00:00:00Z");
  expect(releases.find("org", "credit", end - 1)).toMatchObject({ versionId: "v1", successor: "loan-check", until: end });
  expect(releases.find("org", "credit", end)).toBeUndefined();
  expect(releases.find("org", "loan-check", end)?.successor).toBeUndefined();
});

test("a key that another solution took over stays with it when the previous owner releases it late", () => {
  const releases = make();
  releases.apply(entryOf(first));
  releases.apply(entryOf({ ...first, solutionId: "cards", releaseId: "c1", versionId: "cv1" }, 2));
  releases.apply(entryOf({ ...first, keys: [{ key: "loans" }] }, 3));
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ solutionId: "cards" });
  expect(releases.find("org", "loans", 0)).toMatchObject({ solutionId: "loans" });
});

test("a deleted solution is not found, and a restarted process knows the last release", () => {
  const disk = memoryLastGood();
  const releases = make(disk);
  releases.apply(entryOf(first));
  releases.apply(entryOf({ ...first, solutionId: "cards", keys: [{ key: "card-limit" }] }, 2));
  releases.apply(tombstone("cards", 3));
  const again = make(disk);
  for (const known of [releases, again]) {
    expect(known.find("org", "loan-check", 0)).toMatchObject({ versionId: "v1" });
    expect(known.find("org", "card-limit", 0)).toBeUndefined();
  }
});

test("an entry that cannot be read changes nothing", () => {
  const releases = make();
  releases.apply(entryOf(first));
  releases.apply({ key: "loans", revision: 2, value: undefined, text: "{" });
  releases.apply({ ...entryOf({ ...first, solutionId: "elsewhere", versionId: "v9" }, 3), key: "loans" });
  releases.apply(entryOf({ ...first, versionId: 'v"9' }, 4));
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ versionId: "v1" });
});

test("a release from a peer is applied if it is signed, newer and of a version that is served here", () => {
  const releases = make();
  releases.apply(entryOf(first, 5));
  const offer = (fields: Partial<ReleaseEntry>, revision: number) =>
    releases.applyFromPeer("loans", revision, JSON.stringify({ ...first, ...fields }));
  offer({ versionId: "v0" }, 5);
  offer({ versionId: "notHere" }, 6);
  offer({ versionId: "forged" }, 6);
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ versionId: "v1" });
  expect(releases.newest()).toBe(5);
  offer({ versionId: "v2", releaseId: "r2" }, 6);
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ versionId: "v2" });
  expect(releases.changedSince(5)).toEqual([["loans", 6, JSON.stringify({ ...first, versionId: "v2", releaseId: "r2" })]]);
  expect(releases.changedSince(6)).toEqual([]);
});

test("the newest revision includes deletions and survives a restart", () => {
  const disk = memoryLastGood();
  const releases = make(disk);
  expect(releases.newest()).toBe(0);
  releases.apply(entryOf(first, 7));
  releases.apply(entryOf({ ...first, solutionId: "cards", keys: [{ key: "card-limit" }] }, 4));
  expect(releases.newest()).toBe(7);
  releases.apply({ key: "loans", revision: 8, value: undefined, text: "{" });
  expect(releases.newest()).toBe(7);
  releases.apply(tombstone("cards", 9));
  expect([releases.newest(), make(disk).newest()]).toEqual([9, 9]);
});

const challenger = { rolloutId: "split", versionId: "notHere", share: 500, field: "customer", salt: "s" };
const shadow = { rolloutId: "shadow", versionId: "v3", share: 10_000 };

test("a release has its challenger and its shadow, also after a restart and from a peer", () => {
  const disk = memoryLastGood();
  const releases = make(disk);
  releases.apply(entryOf({ ...first, challenger, shadow }));
  for (const known of [releases, make(disk)])
    expect(known.find("org", "loan-check", 0)).toMatchObject({ versionId: "v1", challenger, shadow });
  releases.applyFromPeer("loans", 2, JSON.stringify({ ...first, challenger: { ...challenger, share: 900 } }));
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ challenger: { share: 900 }, shadow: undefined });
});

test.each([
  ["challenger", { challenger: { ...challenger, rolloutId: 'a"b' } }],
  ["shadow", { shadow: { ...shadow, versionId: "a b" } }],
])("a %s with an id that cannot be logged changes nothing", (_what, fields) => {
  const releases = make();
  releases.apply(entryOf(first));
  releases.apply(entryOf({ ...first, versionId: "v2", ...fields }, 2));
  expect(releases.find("org", "loan-check", 0)).toMatchObject({ versionId: "v1" });
});
