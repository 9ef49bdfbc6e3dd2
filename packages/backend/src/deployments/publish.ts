import type { BucketName, BucketValues } from "@airlock/contract";
import type { Bucket, BucketEntry } from "@airlock/platform";

/** The part of a bucket that concurrent writers need. */
export type SharedBucket<Name extends BucketName> = Pick<Bucket<Name>, "get" | "replace">;

/**
 * Updates an entry to the state of Postgres, safely with concurrent writers. The entry is read before the row and written only if it did not change
 * since, and both are read again after a write: the row may have changed back in the meantime, while the process that changed it found the old entry
 * correct and did not write. So the last writer has seen the last commit. An entry that should not exist gets a deletion marker even if it is absent:
 * a bucket that was created again has no entries, and runtimes do not treat absence as a deletion. Returns the entry's revision.
 */
export async function publish<Name extends BucketName>(
  bucket: SharedBucket<Name>,
  key: string,
  /** Reads the row again on each call; undefined if there should be no entry. */
  wanted: () => Promise<BucketValues[Name] | undefined>,
  same: (wanted: BucketValues[Name], found: BucketValues[Name]) => boolean,
): Promise<number> {
  for (let written: number | undefined; ;) {
    const entry = await bucket.get(key);
    refuseUnreadable(entry, written);
    const value = await wanted();
    const inLine = value === undefined ? entry?.text === undefined : entry?.value !== undefined && same(value, entry.value);
    if (entry !== undefined && inLine) return entry.revision;
    const revision = await bucket.replace(key, value, entry?.revision ?? 0);
    written = value === undefined ? undefined : revision;
  }
}

/** What was written does not fit the schema of its bucket: writing it again would never end. */
function refuseUnreadable(entry: BucketEntry<BucketName> | undefined, written: number | undefined): void {
  if (entry === undefined || entry.revision !== written || entry.value !== undefined) return;
  throw new Error(`Entry ${entry.key} cannot be read as it was written.`);
}

/** Postgres has assigned lower numbers than the bucket has: it was restored to an earlier time. */
export class PostgresBehind extends Error {}

type SignedBucket = "deployments" | "releases" | "keys" | "secrets";

export interface SignedEntry<Name extends SignedBucket> {
  readonly bucket: SharedBucket<Name>;
  readonly key: string;
  /** Reads the row again on each call; undefined if there should be no entry. */
  readonly wanted: () => Promise<BucketValues[Name] | undefined>;
  readonly same: (wanted: BucketValues[Name], found: BucketValues[Name]) => boolean;
  /** Whether a value only restricts, like a deletion. */
  readonly restricts?: (value: BucketValues[Name]) => boolean;
  /** The next sequence number of Postgres. */
  readonly nextSequence: () => Promise<number>;
}

/**
 * `publish` for a signed bucket: an entry without a valid signature of the current master key is always written again. Sequence numbers increase with
 * every write, because each is taken after the entry that it replaces was read. If a number is not higher, Postgres was restored to an earlier time,
 * and what it has may have been stopped or revoked since: then only stops and deletions are written, until an operator accepts the restore.
 */
export async function publishSigned<Name extends SignedBucket>(signed: SignedEntry<Name>): Promise<number> {
  const { bucket, key, wanted, same, restricts = () => false, nextSequence } = signed;
  for (let written: number | undefined; ;) {
    const entry = await bucket.get(key);
    refuseUnreadable(entry, written);
    const value = await wanted();
    const before = entry?.signature;
    const inLine = value === undefined ? before?.deleted === true : entry?.value !== undefined && same(value, entry.value);
    if (entry !== undefined && before?.present === true && inLine) return entry.revision;
    const drawn = await nextSequence();
    const lowest = (before?.sequence ?? 0) + 1;
    // Signing the same state again, with another master key, restores nothing.
    if (drawn < lowest && !inLine && value !== undefined && !restricts(value)) {
      throw new PostgresBehind(`Entry ${key} has number ${lowest - 1}, and Postgres is at ${drawn}: accept the restore first.`);
    }
    const revision = await bucket.replace(key, value, entry?.revision ?? 0, Math.max(drawn, lowest));
    written = value === undefined ? undefined : revision;
  }
}
