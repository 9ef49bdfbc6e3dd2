import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gunzipSync } from "node:zlib";
import { isPlainId, listPieceKey, readBucketValue, type ListEntry, type ListUse, type ListVersionEntry } from "@airlock/contract";
import type { Bucket, BucketEntry, Log } from "@airlock/platform";
import { readListTable, type ListTable } from "@airlock/platform/lists";
import { replaceFile } from "../disk/durable-file.ts";
import type { LastGood, StoredEntry } from "../disk/last-good.ts";
import type { EntryGate } from "../entry/entry-gate.ts";

interface FoundList {
  /** The number of the version, for the execution record. */
  readonly number: number;
  readonly table: ListTable;
}

/**
 * The lists that versions of this runtime look up. The head of a list in the bucket names the versions that are needed; each is loaded whole,
 * verified, stored on disk, and replaced all at once. Until then, and while JetStream is unavailable, the last good ones decide.
 */
export interface ListTables {
  /** The version that a use means at a time. Only lists that a deployment of this organisation named. */
  readonly find: (organisationId: string, use: ListUse, atMillis: number) => FoundList | undefined;
  /** Loads these from memory or disk; returns a sentence about the first that is missing. */
  readonly load: (organisationId: string, wanted: readonly ListUse[]) => string | undefined;
  /** Loads from the bucket what is missing. */
  readonly fetch: (organisationId: string, wanted: readonly ListUse[]) => Promise<void>;
  /** The head of a list changed. */
  readonly apply: (entry: BucketEntry<"lists">) => void;
  /** Of all tables in memory. */
  readonly bytes: () => number;
  readonly gate: EntryGate<"lists">;
  /** Resolves when every reported change was loaded, or could not be. */
  readonly settled: () => Promise<void>;
  readonly stop: () => void;
}

export interface ListTablesOptions {
  readonly folder: string;
  /** Both throw while JetStream is unavailable. */
  readonly heads: () => Pick<Bucket<"lists">, "get">;
  readonly pieces: () => Pick<Bucket<"models">, "get">;
  readonly gateOf: (applied: Pick<LastGood, "entries">) => EntryGate<"lists">;
  /** Whether a version that this runtime serves, or is about to serve, uses the list. */
  readonly isUsed: (listId: string) => boolean;
  /** All tables together. Beyond it, lists that are not used are dropped, and then no other one is loaded. */
  readonly maxBytes?: number;
  readonly log: Log;
}

interface Held {
  readonly entry: ListEntry;
  readonly tables: ReadonlyMap<number, { readonly hash: string; readonly table: ListTable }>;
}

/** The head is not signed, forged or a replay. The watch reports the next one, so there is nothing to retry. */
class HeadRefused extends Error {}

/** There is no memory for it, and trying again does not change that. */
class TooLarge extends Error {}

const defaultMaxBytes = 512 * 1024 ** 2;
const retryMillis = 1_000;
const unpacked = promisify(gunzip);

export async function openListTables(options: ListTablesOptions): Promise<ListTables> {
  const { folder, heads, pieces, gateOf, isUsed, maxBytes = defaultMaxBytes, log } = options;
  const held = new Map<string, Held>();
  /** The heads of those, as they were signed. */
  const applied = new Map<string, StoredEntry>();
  const gate = gateOf({ entries: applied });
  /** Whose they are, of those that a deployment named. */
  const named = new Map<string, string>();
  const tooLarge = new Set<string>();
  const loading = new Map<string, Promise<void>>();
  const retries = new Set<NodeJS.Timeout>();
  let isStopped = false;
  const headFile = (listId: string): string => join(folder, `${listId}.head`);
  const tableFile = (listId: string, number: number): string => join(folder, `${listId}.${number}.gz`);

  function open(listId: string, version: ListVersionEntry, bytes: Buffer): ListTable | undefined {
    try {
      if (createHash("sha256").update(bytes).digest("hex") !== version.hash) throw new Error("Its hash is not the one that was named.");
      return readListTable(bytes);
    } catch (error) {
      log.error({ err: error, listId, version: version.number }, "a list cannot be read");
      return undefined;
    }
  }

  function fromDisk(organisationId: string, listId: string): boolean {
    try {
      const text = readFileSync(headFile(listId), "utf8");
      const entry = readBucketValue.lists(text);
      if (entry === undefined || entry.organisationId !== organisationId || entry.listId !== listId) return false;
      const tables = new Map<number, { readonly hash: string; readonly table: ListTable }>();
      for (const version of entry.versions) {
        const table = open(listId, version, gunzipSync(readFileSync(tableFile(listId, version.number))));
        if (table === undefined) return false;
        tables.set(version.number, { hash: version.hash, table });
      }
      held.set(listId, { entry, tables });
      applied.set(listId, { revision: 0, text });
      return true;
    } catch {
      return false;
    }
  }

  /** Of everything in memory besides this list. */
  function bytesBeside(listId: string): number {
    let sum = 0;
    for (const [id, { tables }] of held) if (id !== listId) for (const { table } of tables.values()) sum += table.bytes;
    return sum;
  }

  /** Its files, too: what is on the disk counts as up to date when a version needs it again. Its head stays in `applied`, against replays. */
  function drop(listId: string): void {
    const numbers = held.get(listId)?.tables.keys() ?? [];
    held.delete(listId);
    named.delete(listId);
    // Synchronous, so that it deletes nothing that a concurrent load of the list writes.
    rmSync(headFile(listId), { force: true });
    for (const number of numbers) rmSync(tableFile(listId, number), { force: true });
    log.info({ listId }, "a list that no version uses was dropped");
  }

  async function take(listId: string): Promise<void> {
    const found = await heads().get(listId);
    const entry = found?.value;
    if (found?.text === undefined || entry === undefined || entry.organisationId !== named.get(listId) || entry.listId !== listId) {
      throw new Error(`The list ${listId} is not in the bucket.`);
    }
    if (!gate.admits(found)) throw new HeadRefused(`The entry of the list ${listId} was refused.`);
    const before = held.get(listId);
    // Before anything is loaded: what a signed head names is what it takes.
    const needed = entry.versions.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const id of held.keys()) {
      if (bytesBeside(listId) + needed <= maxBytes) break;
      if (id !== listId && !isUsed(id)) drop(id);
    }
    if (bytesBeside(listId) + needed > maxBytes) {
      tooLarge.add(listId);
      throw new TooLarge(`The list ${listId} needs ${needed} bytes, more than is left of ${maxBytes}.`);
    }
    tooLarge.delete(listId);
    const tables = new Map<number, { readonly hash: string; readonly table: ListTable }>();
    for (const version of entry.versions) {
      const known = before?.tables.get(version.number);
      if (known?.hash === version.hash) {
        tables.set(version.number, known);
        continue;
      }
      const packed = await piecesOf(pieces(), entry, version);
      // Decisions continue meanwhile.
      const table = open(listId, version, await unpacked(packed));
      if (table === undefined) throw new Error(`Version ${version.number} of the list ${listId} is damaged.`);
      await replaceFile(tableFile(listId, version.number), packed);
      tables.set(version.number, { hash: version.hash, table });
    }
    await replaceFile(headFile(listId), found.text);
    held.set(listId, { entry, tables });
    applied.set(listId, { revision: found.revision, text: found.text });
    for (const number of before?.tables.keys() ?? []) if (!tables.has(number)) await rm(tableFile(listId, number), { force: true });
    log.info({ listId, versions: [...tables.keys()] }, "list");
  }

  /** One after another for each list, so the last change wins. */
  function queue(listId: string): Promise<void> {
    const next = (loading.get(listId) ?? Promise.resolve()).catch(() => undefined).then(() => take(listId));
    loading.set(listId, next);
    return next;
  }

  function follow(listId: string): void {
    queue(listId).catch((error: unknown) => {
      if (isStopped || error instanceof HeadRefused) return;
      log.warn({ err: error, listId }, "a list could not be loaded; the last good versions decide");
      if (error instanceof TooLarge) return;
      const timer = setTimeout(() => {
        retries.delete(timer);
        follow(listId);
      }, retryMillis);
      timer.unref();
      retries.add(timer);
    });
  }

  function isMissing(organisationId: string, { listId, pinned }: ListUse): boolean {
    const known = held.get(listId);
    if (known?.entry.organisationId !== organisationId && !fromDisk(organisationId, listId)) return true;
    return pinned !== undefined && held.get(listId)?.tables.has(pinned) !== true;
  }

  return {
    find: (organisationId, { listId, pinned }, atMillis) => {
      const found = held.get(listId);
      if (found?.entry.organisationId !== organisationId) return undefined;
      const number = pinned ?? found.entry.versions.findLast(({ effectiveAt }) => Date.parse(effectiveAt) <= atMillis)?.number;
      const version = number === undefined ? undefined : found.tables.get(number);
      return number === undefined || version === undefined ? undefined : { number, table: version.table };
    },
    load: (organisationId, wanted) => {
      for (const use of wanted) {
        if (!isPlainId(use.listId)) return "A list has no valid id.";
        named.set(use.listId, organisationId);
        if (!isMissing(organisationId, use)) continue;
        return tooLarge.has(use.listId)
          ? "A list of this version needs more memory than this runtime has for lists."
          : "A list of this version is not on this runtime.";
      }
      return undefined;
    },
    fetch: async (organisationId, wanted) => {
      for (const { listId } of wanted) {
        if (!isPlainId(listId)) continue;
        named.set(listId, organisationId);
        // Pieces that were being read may have been removed for newer ones.
        await queue(listId).catch((error: unknown) => {
          if (error instanceof TooLarge) throw error;
          return queue(listId);
        });
      }
    },
    apply: ({ key, value }) => {
      if (value !== undefined && named.get(key) === value.organisationId) follow(key);
    },
    bytes: () => bytesBeside(""),
    gate,
    settled: async () => {
      await Promise.allSettled(loading.values());
    },
    stop: () => {
      isStopped = true;
      for (const timer of retries) clearTimeout(timer);
    },
  };
}

async function piecesOf(bucket: Pick<Bucket<"models">, "get">, entry: ListEntry, { number, hash }: ListVersionEntry): Promise<Buffer> {
  const found: Buffer[] = [];
  for (let at = 0, pieces = 1; at < pieces; at += 1) {
    const piece = (await bucket.get(listPieceKey(entry.listId, number, at)))?.value;
    if (piece === undefined || piece.hash !== hash || piece.organisationId !== entry.organisationId) {
      throw new Error(`Piece ${at} of version ${number} of the list ${entry.listId} is not in the bucket.`);
    }
    pieces = piece.pieces;
    found.push(Buffer.from(piece.data, "base64"));
  }
  return Buffer.concat(found);
}
