import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { listPieceKey, type ListEntry, type ModelPiece } from "@airlock/contract";
import { createEntrySigner, createLog, type BucketEntry } from "@airlock/platform";
import { createListTableWriter } from "@airlock/platform/lists";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createEntryGate } from "../entry/entry-gate.ts";
import { openListTables, type ListTables, type ListTablesOptions } from "./lists.ts";

const log = createLog({ name: "test", level: "silent" });
const signer = createEntrySigner([{ id: "m", key: randomBytes(32) }]);
const forger = createEntrySigner([{ id: "m", key: randomBytes(32) }]);
const gateOf: ListTablesOptions["gateOf"] = (disk) => createEntryGate({ bucket: "lists", disk, refusals: { add: () => undefined }, log });
const listId = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const follows = { listId };
const day = 86_400_000;
const now = Date.parse("2026-11-18T12:00:00Z");
const folders: string[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lists-"));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true }))));

/** A version with one key, as the worker publishes it. */
function version(number: number, band: string, effective: number, of = listId) {
  const writer = createListTableWriter([{ name: "band", type: "String" }]);
  writer.add("3011", [band]);
  const buffer = Buffer.from(writer.finish());
  const hash = createHash("sha256").update(buffer).digest("hex");
  const packed = gzipSync(buffer);
  const middle = Math.floor(packed.length / 2);
  const pieces = [packed.subarray(0, middle), packed.subarray(middle)].map((part): ModelPiece => ({
    predictionId: of,
    number,
    hash,
    organisationId: "o",
    pieces: 2,
    data: part.toString("base64"),
  }));
  return { entry: { number, effectiveAt: new Date(effective).toISOString(), hash, bytes: buffer.length }, pieces };
}
type Made = ReturnType<typeof version>;

/** The two buckets. */
function world() {
  const heads = new Map<string, BucketEntry<"lists">>();
  const pieces = new Map<string, ModelPiece>();
  let revision = 0;
  const put = (versions: readonly Made[], sequence: number, by = signer, of = listId) => {
    for (const { entry, pieces: parts } of versions)
      for (const [at, piece] of parts.entries()) pieces.set(listPieceKey(of, entry.number, at), piece);
    const value: ListEntry = { listId: of, organisationId: "o", versions: versions.map(({ entry }) => entry) };
    const text = by.sign("lists", of, sequence, JSON.stringify(value));
    revision += 1;
    const head = { key: of, revision, value, text, signature: signer.verify("lists", of, text) };
    heads.set(of, head);
    return head;
  };
  const getPiece = (at: string) => {
    const value = pieces.get(at);
    return Promise.resolve(value === undefined ? undefined : { key: at, revision: 1, value, text: "" });
  };
  return {
    put,
    pieces,
    buckets: {
      gateOf,
      isUsed: () => true,
      heads: () => ({ get: (at: string) => Promise.resolve(heads.get(at)) }),
      pieces: () => ({ get: getPiece }),
    },
  };
}
const away = () => {
  throw new Error("JetStream is unavailable.");
};

function bandAt(tables: ListTables, atMillis: number, use: { listId: string; pinned?: number } = follows) {
  const found = tables.find("o", use, atMillis);
  return found === undefined ? undefined : [found.number, found.table.value(found.table.find("3011"), 0)];
}

test("the version in effect decides by the clock of the execution; a pinned one always", async () => {
  const { put, buckets } = world();
  const tables = await openListTables({ folder, ...buckets, log });
  expect(tables.load("o", [follows])).toBe("A list of this version is not on this runtime.");
  put([version(6, "B", now - 30 * day), version(7, "C", now - day), version(8, "D", now + day)], 1);
  await tables.fetch("o", [follows]);
  expect(tables.load("o", [follows, { listId, pinned: 6 }])).toBeUndefined();
  expect(bandAt(tables, now)).toEqual([7, "C"]);
  expect(bandAt(tables, now + day)).toEqual([8, "D"]);
  expect(bandAt(tables, now + day - 1)).toEqual([7, "C"]);
  expect(bandAt(tables, now - 40 * day)).toBeUndefined();
  expect(bandAt(tables, now, { listId, pinned: 6 })).toEqual([6, "B"]);
  expect(tables.load("o", [{ listId, pinned: 5 }])).toBe("A list of this version is not on this runtime.");
  expect(tables.find("other", follows, now)).toBeUndefined();
});

test("a new head replaces the versions at once; the disk has the last ones, and no others", async () => {
  const { put, buckets } = world();
  const tables = await openListTables({ folder, ...buckets, log });
  put([version(1, "A", now - day)], 1);
  await tables.fetch("o", [follows]);
  tables.apply(put([version(2, "B", now - day), version(3, "C", now + day)], 2));
  await tables.settled();
  expect(bandAt(tables, now)).toEqual([2, "B"]);
  expect((await readdir(folder)).sort()).toEqual([`${listId}.2.gz`, `${listId}.3.gz`, `${listId}.head`]);

  const restarted = await openListTables({ folder, gateOf, isUsed: () => true, heads: away, pieces: away, log });
  expect(restarted.load("o", [follows])).toBeUndefined();
  expect(bandAt(restarted, now + day)).toEqual([3, "C"]);
  expect(restarted.bytes()).toBe(tables.bytes());
});

test("heads that are forged or replayed, and pieces that are damaged, change nothing", async () => {
  const { put, pieces, buckets } = world();
  const tables = await openListTables({ folder, ...buckets, log });
  put([version(2, "good", now - day)], 5);
  await tables.fetch("o", [follows]);
  tables.apply(put([version(3, "forged", now - day)], 6, forger));
  await tables.settled();
  tables.apply(put([version(1, "old", now - day)], 4));
  await tables.settled();
  expect(bandAt(tables, now)).toEqual([2, "good"]);
  const next = put([version(4, "next", now - day)], 7);
  const damaged = pieces.get(listPieceKey(listId, 4, 0));
  if (damaged !== undefined) pieces.set(listPieceKey(listId, 4, 0), { ...damaged, data: gzipSync("x").toString("base64") });
  tables.apply(next);
  await tables.settled();
  expect(bandAt(tables, now)).toEqual([2, "good"]);
  tables.stop();
});

test("a damaged file is not loaded", async () => {
  const { put, buckets } = world();
  const tables = await openListTables({ folder, ...buckets, log });
  put([version(1, "A", now - day)], 1);
  await tables.fetch("o", [follows]);
  await writeFile(join(folder, `${listId}.1.gz`), gzipSync("something else"));
  const restarted = await openListTables({ folder, gateOf, isUsed: () => true, heads: away, pieces: away, log });
  expect(restarted.load("o", [follows])).toBe("A list of this version is not on this runtime.");
});

test("a list beyond the memory is refused before it is loaded, and the others stay", async () => {
  const { put, buckets } = world();
  const small = version(1, "A", now - day);
  const tables = await openListTables({ folder, ...buckets, maxBytes: small.entry.bytes + 10, log });
  put([small], 1);
  await tables.fetch("o", [follows]);
  tables.apply(put([version(2, "B", now - day), version(3, "C", now + day)], 2));
  await tables.settled();
  expect(bandAt(tables, now)).toEqual([1, "A"]);
  const fresh = await openListTables({ folder: join(folder, "other"), ...buckets, maxBytes: 10, log });
  await expect(fresh.fetch("o", [follows])).rejects.toThrow("more than is left of 10");
  expect(fresh.load("o", [follows])).toBe("A list of this version needs more memory than this runtime has for lists.");
});

test("lists that no version uses any more make room for others, and are loaded again when a version needs them", async () => {
  const { put, buckets } = world();
  const other = "01ARZ3NDEKTSV4RRFFQ69G5FAW";
  const mine = version(1, "A", now - day);
  const used = new Set([listId]);
  const tables = await openListTables({ folder, ...buckets, isUsed: (id) => used.has(id), maxBytes: mine.entry.bytes + 10, log });
  put([mine], 1);
  await tables.fetch("o", [follows]);
  const head = put([version(1, "B", now - day, other)], 2, signer, other);
  await expect(tables.fetch("o", [{ listId: other }])).rejects.toThrow("more than is left");
  expect(bandAt(tables, now)).toEqual([1, "A"]);

  used.delete(listId);
  used.add(other);
  await tables.fetch("o", [{ listId: other }]);
  expect(tables.load("o", [{ listId: other }])).toBeUndefined();
  expect(bandAt(tables, now, { listId: other })).toEqual([1, "B"]);
  expect(bandAt(tables, now)).toBeUndefined();
  expect((await readdir(folder)).sort()).toEqual([`${other}.1.gz`, `${other}.head`]);

  used.delete(other);
  used.add(listId);
  tables.apply(head);
  await tables.fetch("o", [follows]);
  expect(bandAt(tables, now)).toEqual([1, "A"]);
});
