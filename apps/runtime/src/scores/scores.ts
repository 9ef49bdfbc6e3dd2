import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gunzipSync } from "node:zlib";
import { isPlainId, readBucketValue, scorePieceKey, scoresKey, type ScoredModel, type ScoresEntry } from "@airlock/contract";
import { readScores, type Scores } from "@airlock/model";
import type { Bucket, BucketEntry, Log } from "@airlock/platform";
import { replaceFile } from "../disk/durable-file.ts";
import type { LastGood, StoredEntry } from "../disk/last-good.ts";
import type { EntryGate } from "../entry/entry-gate.ts";

/**
 * The scores that versions of this runtime look up. Which are the newest of a model is told by the bucket; they are taken whole, kept on
 * the disk and put in the place of those before at once. Until then, and while JetStream is away, those before go on.
 */
export interface ScoreTables {
  /** Only those that a deployment of this organisation named. */
  readonly find: (organisationId: string, predictionId: string, model: number) => Scores | undefined;
  /** Takes these from memory or from the disk; answers a sentence about the first that is not there. */
  readonly load: (organisationId: string, wanted: readonly ScoredModel[]) => string | undefined;
  /** Takes from the bucket what is not there. */
  readonly fetch: (organisationId: string, wanted: readonly ScoredModel[]) => Promise<void>;
  /** There are newer ones. */
  readonly apply: (entry: BucketEntry<"scores">) => void;
  readonly size: () => number;
  /** Decides which heads are believed. */
  readonly gate: EntryGate<"scores">;
  /** Ends when everything that was told has been taken, or could not be. */
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
}

export interface ScoreTablesOptions {
  readonly folder: string;
  /** Both throw while JetStream is away. */
  readonly heads: () => Pick<Bucket<"scores">, "get">;
  readonly pieces: () => Pick<Bucket<"models">, "get">;
  readonly gateOf: (applied: Pick<LastGood, "entries">) => EntryGate<"scores">;
  readonly log: Log;
}

interface Held {
  readonly entry: ScoresEntry;
  readonly scores: Scores;
}

/** The head is not signed, forged or a replay. The watch reports the next one, so there is nothing to retry. */
class HeadRefused extends Error {}

const retryMillis = 1_000;
const unpacked = promisify(gunzip);

export async function openScoreTables({ folder, heads, pieces, gateOf, log }: ScoreTablesOptions): Promise<ScoreTables> {
  await mkdir(folder, { recursive: true });
  /** By the key in the bucket. */
  const held = new Map<string, Held>();
  /** The heads of those, as they were signed. */
  const applied = new Map<string, StoredEntry>();
  const gate = gateOf({ entries: applied });
  /** Whose they are, for those that a deployment named. */
  const named = new Map<string, string>();
  const taking = new Map<string, Promise<void>>();
  const retries = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const fileOf = (key: string): string => join(folder, `${key}.lines`);

  function open(entry: ScoresEntry, unpack: () => Buffer): Scores | undefined {
    try {
      const bytes = unpack();
      if (createHash("sha256").update(bytes).digest("hex") !== entry.hash) throw new Error("Their hash is not the one that was named.");
      return readScores(bytes);
    } catch (error) {
      log.error({ err: error, predictionId: entry.predictionId, scores: entry.number }, "scores cannot be read");
      return undefined;
    }
  }

  function fromDisk(organisationId: string, key: string): boolean {
    let head: string | undefined;
    let data: string | undefined;
    try {
      [head, data] = readFileSync(fileOf(key), "utf8").split("\n");
    } catch {
      return false;
    }
    const entry = readBucketValue.scores(head ?? "");
    if (entry === undefined || entry.organisationId !== organisationId || scoresKey(entry) !== key) return false;
    const scores = open(entry, () => gunzipSync(Buffer.from(data ?? "", "base64")));
    if (scores === undefined) return false;
    held.set(key, { entry, scores });
    applied.set(key, { revision: 0, text: head ?? "" });
    return true;
  }

  /** Into memory and onto the disk, unless they are there. */
  async function take(key: string): Promise<void> {
    const found = await heads().get(key);
    const entry = found?.value;
    if (found?.text === undefined || entry === undefined || entry.organisationId !== named.get(key) || scoresKey(entry) !== key) {
      throw new Error(`There are no scores ${key} in the bucket.`);
    }
    if (!gate.admits(found)) throw new HeadRefused(`The entry of the scores ${key} was refused.`);
    const known = held.get(key)?.entry;
    if (known?.number === entry.number && known.hash === entry.hash) return;
    const packed = await piecesOf(pieces(), entry);
    // Decisions go on meanwhile.
    const bytes = await unpacked(packed);
    const scores = open(entry, () => bytes);
    if (scores === undefined) throw new Error(`Scores ${entry.number} of ${entry.predictionId} are damaged.`);
    await replaceFile(fileOf(key), `${found.text}\n${packed.toString("base64")}`);
    held.set(key, { entry, scores });
    applied.set(key, { revision: found.revision, text: found.text });
    log.info({ predictionId: entry.predictionId, model: entry.model, scores: entry.number, persons: entry.persons }, "scores");
  }

  /** One after another for each model: whoever is told last has the newest. */
  function queue(key: string): Promise<void> {
    const next = (taking.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => take(key));
    taking.set(key, next);
    return next;
  }

  function follow(key: string): void {
    queue(key).catch((error: unknown) => {
      if (isStopped || error instanceof HeadRefused) return;
      log.warn({ err: error, scores: key }, "scores could not be had yet; those before go on");
      const timer = setTimeout(() => {
        retries.delete(timer);
        follow(key);
      }, retryMillis);
      timer.unref();
      retries.add(timer);
    });
  }

  return {
    find: (organisationId, predictionId, model) => {
      const found = held.get(scoresKey({ predictionId, model }));
      return found?.entry.organisationId === organisationId ? found.scores : undefined;
    },
    load: (organisationId, wanted) => {
      const missing = wanted.find((one) => {
        if (!isPlainId(one.predictionId)) return true;
        const key = scoresKey(one);
        named.set(key, organisationId);
        return held.get(key)?.entry.organisationId !== organisationId && !fromDisk(organisationId, key);
      });
      return missing === undefined ? undefined : "The scores of a prediction are not on this runtime.";
    },
    fetch: async (organisationId, wanted) => {
      for (const one of wanted) {
        if (!isPlainId(one.predictionId)) continue;
        named.set(scoresKey(one), organisationId);
        // Those that were being read may just have gone for newer ones.
        await queue(scoresKey(one)).catch(() => queue(scoresKey(one)));
      }
    },
    apply: ({ key, value }) => {
      if (value !== undefined && named.get(key) === value.organisationId) follow(key);
    },
    size: () => held.size,
    gate,
    settled: async () => {
      await Promise.allSettled(taking.values());
    },
    stop: () => {
      isStopped = true;
      for (const timer of retries) clearTimeout(timer);
    },
  };
}

async function piecesOf(bucket: Pick<Bucket<"models">, "get">, entry: ScoresEntry): Promise<Buffer> {
  const found: Buffer[] = [];
  for (let place = 0, pieces = 1; place < pieces; place += 1) {
    const piece = (await bucket.get(scorePieceKey(entry, place)))?.value;
    if (piece === undefined || piece.hash !== entry.hash || piece.organisationId !== entry.organisationId) {
      throw new Error(`Piece ${place} of scores ${entry.number} of ${entry.predictionId} is not in the bucket.`);
    }
    pieces = piece.pieces;
    found.push(Buffer.from(piece.data, "base64"));
  }
  return Buffer.concat(found);
}
