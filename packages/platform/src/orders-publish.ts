import type { BucketName, BucketValues } from "@airlock/contract";
import type { Bucket } from "./nats-bucket.ts";

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
