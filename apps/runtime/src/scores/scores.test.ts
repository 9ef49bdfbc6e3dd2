import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { scorePieceKey, scoresKey, type ModelPiece, type ScoresEntry } from "@airlock/contract";
import { keyHash, writeScores } from "@airlock/model";
import { createEntrySigner, createLog, type BucketEntry } from "@airlock/platform";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createEntryGate } from "../entry/entry-gate.ts";
import { openScoreTables, type ScoreTablesOptions } from "./scores.ts";

const log = createLog({ name: "test", level: "silent" });
const signer = createEntrySigner([{ id: "m", key: randomBytes(32) }]);
const forger = createEntrySigner([{ id: "m", key: randomBytes(32) }]);
let refusals = 0;
const gateOf: ScoreTablesOptions["gateOf"] = (disk) =>
  createEntryGate({ bucket: "scores", disk, refusals: { add: () => void (refusals += 1) }, log });
const wanted = { predictionId: "01ARZ3NDEKTSV4RRFFQ69G5FAV", model: 3 };
const key = scoresKey(wanted);
const folders: string[] = [];
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scores-"));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((one) => rm(one, { recursive: true }))));

/** What the worker publishes for one person. */
function published(number: number, person: string, score: number) {
  const { high, low } = keyHash(person);
  const bytes = writeScores(Uint32Array.of(high), Uint32Array.of(low), Float64Array.of(score));
  const hash = createHash("sha256").update(bytes).digest("hex");
  const entry: ScoresEntry = { ...wanted, organisationId: "o", number, hash, persons: 1 };
  const packed = gzipSync(bytes);
  const middle = Math.floor(packed.length / 2);
  const pieces = [packed.subarray(0, middle), packed.subarray(middle)].map((part): ModelPiece => {
    return { predictionId: wanted.predictionId, number, hash, organisationId: "o", pieces: 2, data: part.toString("base64") };
  });
  return { entry, pieces };
}

/** Both buckets in memory. */
function world() {
  const heads = new Map<string, BucketEntry<"scores">>();
  const pieces = new Map<string, ModelPiece>();
  let revision = 0;
  const putHead = (entry: ScoresEntry, sequence: number, by = signer) => {
    const text = by.sign("scores", key, sequence, JSON.stringify(entry));
    revision += 1;
    const head = { key, revision, value: entry, text, signature: signer.verify("scores", key, text) };
    heads.set(key, head);
    return head;
  };
  const put = (made: ReturnType<typeof published>, sequence = made.entry.number, by = signer) => {
    for (const [place, piece] of made.pieces.entries()) pieces.set(scorePieceKey(made.entry, place), piece);
    return putHead(made.entry, sequence, by);
  };
  const getPiece = (at: string) => {
    const value = pieces.get(at);
    return Promise.resolve(value === undefined ? undefined : { key: at, revision: 1, value, text: "" });
  };
  const getHead = (at: string) => Promise.resolve(heads.get(at));
  return { put, putHead, pieces, buckets: { gateOf, heads: () => ({ get: getHead }), pieces: () => ({ get: getPiece }) } };
}
const away = {
  gateOf,
  heads: () => {
    throw new Error("JetStream is away.");
  },
  pieces: () => {
    throw new Error("JetStream is away.");
  },
};

test("scores are read from the bucket, newer ones replace them, and the disk has the last", async () => {
  const { put, buckets } = world();
  const tables = await openScoreTables({ folder, ...buckets, log });
  expect(tables.load("o", [wanted])).toBe("The scores of a prediction are not on this runtime.");
  put(published(1, "p", 0.25));
  await tables.fetch("o", [wanted]);
  expect(tables.load("o", [wanted])).toBeUndefined();
  const find = (organisationId: string) => tables.find(organisationId, wanted.predictionId, wanted.model)?.find("p");
  expect([find("o"), find("another"), tables.find("o", wanted.predictionId, 4)]).toEqual([0.25, undefined, undefined]);

  tables.apply(put(published(2, "p", 0.5)));
  await tables.settled();
  expect(find("o")).toBe(0.5);
  tables.stop();

  const alone = await openScoreTables({ folder, ...away, log });
  expect(alone.load("o", [wanted])).toBeUndefined();
  expect(alone.find("o", wanted.predictionId, wanted.model)?.find("p")).toBe(0.5);
  alone.stop();
});

test("previous scores stay in use while newer ones are incomplete, damaged or of another organisation", async () => {
  const { put, putHead, pieces, buckets } = world();
  const tables = await openScoreTables({ folder, ...buckets, log });
  put(published(1, "p", 0.25));
  await tables.fetch("o", [wanted]);
  const find = () => tables.find("o", wanted.predictionId, wanted.model)?.find("p");

  const halves = published(2, "p", 0.5);
  const change = put(halves);
  pieces.delete(scorePieceKey(halves.entry, 1));
  tables.apply(change);
  await tables.settled();
  expect(find()).toBe(0.25);

  pieces.set(scorePieceKey(halves.entry, 1), { ...halves.pieces[1]!, data: Buffer.from("damaged").toString("base64") });
  tables.apply(change);
  await tables.settled();
  expect(find()).toBe(0.25);

  tables.apply(putHead({ ...halves.entry, organisationId: "another" }, 3));
  await tables.settled();
  expect(find()).toBe(0.25);
  tables.stop();
});

test("scores that no deployment named are not read, nor a file whose content does not match its name", async () => {
  const { put, buckets } = world();
  const tables = await openScoreTables({ folder, ...buckets, log });
  tables.apply(put(published(1, "p", 0.25)));
  await tables.settled();
  expect([tables.size(), tables.find("o", wanted.predictionId, wanted.model)]).toEqual([0, undefined]);
  expect(tables.load("o", [{ predictionId: "../../etc", model: 1 }])).toBeDefined();
  const { entry } = published(1, "p", 0.25);
  await writeFile(join(folder, `${key}.lines`), `${JSON.stringify(entry)}\n${gzipSync("other").toString("base64")}`);
  expect(tables.load("o", [wanted])).toBeDefined();
  await writeFile(join(folder, `${key}.lines`), "");
  expect(tables.load("o", [wanted])).toBeDefined();
  await expect(tables.fetch("another", [wanted])).rejects.toThrow("no scores");
  tables.stop();
});

test("unsigned heads and replays change nothing, also after a restart", async () => {
  const { put, buckets } = world();
  const tables = await openScoreTables({ folder, ...buckets, log });
  const first = published(1, "p", 0.25);
  put(first, 1);
  await tables.fetch("o", [wanted]);
  tables.apply(put(published(2, "p", 0.5), 2));
  await tables.settled();
  const find = (from = tables) => from.find("o", wanted.predictionId, wanted.model)?.find("p");
  expect(find()).toBe(0.5);
  const before = refusals;
  tables.apply(put(published(3, "p", 0.99), 3, forger));
  await tables.settled();
  expect([find(), refusals - before, tables.gate.refused()]).toEqual([0.5, 1, 1]);
  tables.apply(put(first, 1));
  await tables.settled();
  expect([find(), refusals - before]).toEqual([0.5, 2]);
  tables.stop();

  const next = await openScoreTables({ folder, ...buckets, log });
  next.load("o", [wanted]);
  next.apply(put(first, 1));
  await next.settled();
  expect([find(next), refusals - before]).toEqual([0.5, 3]);
  next.apply(put(published(4, "p", 0.75), 4));
  await next.settled();
  expect([find(next), next.gate.refused()]).toEqual([0.75, 0]);
  next.stop();
});
