import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
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
 * The scores that versions of this runtime look up. A bucket has the newest scores of each model; they are read completely, stored on the disk and
 * then replace the previous ones atomically. Until then, and while JetStream is unavailable, the previous ones stay in use.
 */
export interface ScoreTables {
  /** Only scores that a deployment of this organisation named. */
  readonly find: (organisationId: string, predictionId: string, model: number) => Scores | undefined;
  /** Loads these from memory or from the disk; returns a sentence about the first that are missing. */
  readonly load: (organisationId: string, wanted: readonly ScoredModel[]) => string | undefined;
  /** Reads missing scores from the bucket. */
  readonly fetch: (organisationId: string, wanted: readonly ScoredModel[]) => Promise<void>;
  /** Newer scores were published. */
  readonly apply: (entry: BucketEntry<"scores">) => void;
  readonly size: () => number;
  /** Decides which heads are trusted. */
  readonly gate: EntryGate<"scores">;
  /** Resolves when every reported head was read or has failed. */
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
}

export interface ScoreTablesOptions {
  readonly folder: string;
  /** Both throw while JetStream is unavailable. */
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
  /** By bucket key. */
  const held = new Map<string, Held>();
  /** Their heads, as signed. */
  const applied = new Map<string, StoredEntry>();
  const gate = gateOf({ entries: applied });
  /** The organisation of each that a deployment named. */
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

  /** Loads scores into memory and onto the disk, unless they are there. */
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
    // Asynchronous, so that decisions continue in the meantime.
    const bytes = await unpacked(packed);
    const scores = open(entry, () => bytes);
    if (scores === undefined) throw new Error(`Scores ${entry.number} of ${entry.predictionId} are damaged.`);
    await replaceFile(fileOf(key), `${found.text}\n${packed.toString("base64")}`);
    held.set(key, { entry, scores });
    applied.set(key, { revision: found.revision, text: found.text });
    log.info({ predictionId: entry.predictionId, model: entry.model, scores: entry.number, persons: entry.persons }, "scores");
  }

  /** Serialised per model, so that the last reported head wins. */
  function queue(key: string): Promise<void> {
    const next = (taking.get(key) ?? Promise.resolve()).catch(() => undefined).then(() => take(key));
    taking.set(key, next);
    return next;
  }

  function follow(key: string): void {
    queue(key).catch((error: unknown) => {
      if (isStopped || error instanceof HeadRefused) return;
      log.warn({ err: error, scores: key }, "scores could not be loaded yet; the previous ones stay in use");
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
        // Retried once: the pieces that were being read may have been replaced by newer ones.
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
