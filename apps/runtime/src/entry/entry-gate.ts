import { isTombstone, readSignature, sequenceOf, type BucketValues } from "@airlock/contract";
import type { BucketEntry, Counter, Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";

export type SignedBucket = "deployments" | "releases" | "keys" | "secrets" | "scores" | "lists";

/**
 * Decides which entries of a bucket this process believes: those with a valid signature and a sequence number that is not lower than the
 * one it applied before. Everything else is refused: the last good entry stays in force, and the refusal is logged and counted. The copy on
 * this machine's own disk was verified when it was written and is not verified again.
 */
export interface EntryGate<Name extends SignedBucket> {
  readonly admits: (entry: BucketEntry<Name>) => boolean;
  /** Up to which of these revisions every entry that matters was admitted or is named by `held`. */
  readonly settled: (revision: number) => number;
  /** Keys whose last entry was refused, at most 1,000: a change of one of them is not confirmed, changes of other keys are. */
  readonly held: () => readonly string[];
  /** Entries in the bucket that are refused now. */
  readonly refused: () => number;
}

export interface EntryGateOptions<Name extends SignedBucket> {
  readonly bucket: Name;
  /** The entries that were applied. */
  readonly disk: Pick<LastGood, "entries">;
  readonly refusals: Pick<Counter, "add">;
  readonly log: Log;
  /** What else makes an entry unfit; undefined when nothing does. */
  readonly check?: (value: BucketValues[Name]) => string | undefined;
  /** An entry that was never known cannot stay in force, so its refusal holds back no confirmation. */
  readonly ignoresUnknown?: boolean;
}

/** Of the entries that are refused at a time; all of them are counted. */
const maxLogged = 20;
/** A lease names each of them, so there is a limit. Those beyond it hold back every later confirmation. */
const maxHeld = 1_000;

export function createEntryGate<Name extends SignedBucket>(options: EntryGateOptions<Name>): EntryGate<Name> {
  const { bucket, disk, refusals, log, check = () => undefined, ignoresUnknown = false } = options;
  const refused = new Map<string, { readonly revision: number; readonly matters: boolean }>();

  const isKnown = (key: string): boolean => {
    const stored = disk.entries.get(key);
    return stored !== undefined && !isTombstone(stored.text);
  };

  const mattering = () => [...refused].filter(([, { matters }]) => matters);

  function reasonAgainst({ key, text, value, signature }: BucketEntry<Name>): string | undefined {
    // JetStream's own deletion marker cannot be signed. Of an entry that is not known it says nothing new.
    if (text === undefined) return isKnown(key) ? "it was deleted without a signature" : undefined;
    const stored = disk.entries.get(key);
    if (stored?.text === text) return undefined;
    if (signature === undefined) return "its signature is missing or not valid";
    // A bucket that was restored from a backup shows the same state under an older number.
    if (
      stored !== undefined &&
      signature.sequence < sequenceOf(stored.text) &&
      readSignature(stored.text)?.body !== readSignature(text)?.body
    ) {
      return `its number ${signature.sequence} is lower than that of the entry applied before`;
    }
    return value === undefined ? undefined : check(value);
  }

  return {
    admits: (entry) => {
      const { key, revision } = entry;
      const reason = reasonAgainst(entry);
      if (reason === undefined) {
        refused.delete(key);
        // What has nothing to apply, or would lower the number on the disk, is passed over.
        const stored = disk.entries.get(key)?.text;
        if (entry.text === undefined || entry.text === stored) return entry.text !== undefined;
        return (entry.signature?.sequence ?? 0) >= sequenceOf(stored ?? "");
      }
      // A watch that begins again reports every entry again.
      if (refused.get(key)?.revision === revision) return false;
      refused.set(key, { revision, matters: !ignoresUnknown || isKnown(key) });
      refusals.add();
      if (refused.size <= maxLogged) log.error({ bucket, key, revision, reason }, "an entry was refused; the last good one stays in force");
      return false;
    },
    settled: (revision) =>
      mattering()
        .slice(maxHeld)
        .reduce((settled, [, held]) => Math.min(settled, held.revision - 1), revision),
    held: () =>
      mattering()
        .slice(0, maxHeld)
        .map(([key]) => key),
    refused: () => refused.size,
  };
}
