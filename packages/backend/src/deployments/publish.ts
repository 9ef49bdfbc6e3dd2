import type { BucketName, BucketValues } from "@airlock/contract";
import type { Bucket } from "@airlock/platform";

/** What is needed of a bucket to write it together with others. */
export type SharedBucket<Name extends BucketName> = Pick<Bucket<Name>, "get" | "replace">;

/**
 * Brings an entry in line with what Postgres says, whoever else is at it. The entry is read before the row, written only if nobody wrote
 * it since, and both are read again after a write: the row may have changed back meanwhile, and whoever changed it found the old
 * entry to be right and left it alone. So whoever writes last has seen the last commit. What should not be there gets the marker of a
 * deletion even if there is no entry: a bucket that was made anew has none, and runtimes take absence for an accident. Answers the
 * entry's revision.
 */
export async function publish<Name extends BucketName>(
  bucket: SharedBucket<Name>,
  key: string,
  /** Reads the row afresh; undefined when there should be no entry. */
  wanted: () => Promise<BucketValues[Name] | undefined>,
  same: (wanted: BucketValues[Name], found: BucketValues[Name]) => boolean,
): Promise<number> {
  for (;;) {
    const entry = await bucket.get(key);
    const value = await wanted();
    const inLine = value === undefined ? entry?.text === undefined : entry?.value !== undefined && same(value, entry.value);
    if (entry !== undefined && inLine) return entry.revision;
    await bucket.replace(key, value, entry?.revision ?? 0);
  }
}

/** Postgres has drawn fewer numbers than the bucket shows: it was restored to an earlier time. */
export class PostgresBehind extends Error {}

type SignedBucket = "deployments" | "releases" | "keys" | "secrets";

export interface SignedOrder<Name extends SignedBucket> {
  readonly bucket: SharedBucket<Name>;
  readonly key: string;
  /** Reads the row afresh; undefined when there should be no entry. */
  readonly wanted: () => Promise<BucketValues[Name] | undefined>;
  readonly same: (wanted: BucketValues[Name], found: BucketValues[Name]) => boolean;
  /** Whether a value only takes away, as a deletion does. */
  readonly restricts?: (value: BucketValues[Name]) => boolean;
  /** The next sequence number of Postgres. */
  readonly draw: () => Promise<number>;
}

/**
 * `publish` for a signed bucket: an entry without a valid signature of the present master key is never in line. Numbers rise with every
 * write, because each is drawn after the entry that it replaces was read. Where they do not, Postgres was restored to an earlier time, and
 * what it holds may have been stopped or revoked since: then only stops and deletions are written, until an operator accepts the restore.
 */
export async function publishSigned<Name extends SignedBucket>(order: SignedOrder<Name>): Promise<number> {
  const { bucket, key, wanted, same, restricts = () => false, draw } = order;
  for (;;) {
    const entry = await bucket.get(key);
    const value = await wanted();
    const before = entry?.signature;
    const inLine = value === undefined ? before?.deleted === true : entry?.value !== undefined && same(value, entry.value);
    if (entry !== undefined && before?.present === true && inLine) return entry.revision;
    const drawn = await draw();
    const lowest = (before?.sequence ?? 0) + 1;
    // Signing the same state again, with another master key, brings nothing back.
    if (drawn < lowest && !inLine && value !== undefined && !restricts(value)) {
      throw new PostgresBehind(`Entry ${key} has number ${lowest - 1}, and Postgres is at ${drawn}: accept the restore first.`);
    }
    await bucket.replace(key, value, entry?.revision ?? 0, Math.max(drawn, lowest));
  }
}
