import { isTombstone, readSignature, sequenceOf, type BucketValues } from "@airlock/contract";
import type { BucketEntry, Counter, Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";

export type SignedBucket = "deployments" | "releases" | "keys" | "secrets" | "scores" | "lists";

/**
 * Decides which bucket entries this process trusts: those with a valid signature and a sequence number not lower than the one applied before. All
 * others are refused: the last good entry stays in force, and the refusal is logged and counted. The copy on this machine's disk was verified when it
 * was written and is not verified again.
 */
export interface EntryGate<Name extends SignedBucket> {
  readonly admits: (entry: BucketEntry<Name>) => boolean;
  /** The highest of these revisions up to which every relevant entry was admitted or is listed by `held`. */
  readonly settled: (revision: number) => number;
  /** Keys whose last entry was refused, limited to 1,000. A change of one of them is not confirmed; changes of other keys are. */
  readonly held: () => readonly string[];
  /** The number of entries in the bucket that are refused now. */
  readonly refused: () => number;
}

export interface EntryGateOptions<Name extends SignedBucket> {
  readonly bucket: Name;
  /** The entries that were applied before. */
  readonly disk: Pick<LastGood, "entries">;
  readonly refusals: Pick<Counter, "add">;
  readonly log: Log;
  /** Returns a further reason to refuse an entry, or undefined. */
  readonly check?: (value: BucketValues[Name]) => string | undefined;
  /** An entry that was never known cannot stay in force, so its refusal does not block confirmations. */
  readonly ignoresUnknown?: boolean;
}

/** Limit of log lines for entries that are refused at the same time. The counter has all of them. */
const maxLogged = 20;
/** A lease lists each held key, so the number is limited. Keys beyond it block every later confirmation. */
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
    // JetStream's own deletion marker cannot be signed. For an unknown entry it changes nothing.
    if (text === undefined) return isKnown(key) ? "it was deleted without a signature" : undefined;
    const stored = disk.entries.get(key);
    if (stored?.text === text) return undefined;
    if (signature === undefined) return "its signature is missing or not valid";
    // A bucket restored from a backup may have the same state with an older sequence number.
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
        // Ignore entries that have nothing to apply or would lower the sequence number on the disk.
        const stored = disk.entries.get(key)?.text;
        if (entry.text === undefined || entry.text === stored) return entry.text !== undefined;
        return (entry.signature?.sequence ?? 0) >= sequenceOf(stored ?? "");
      }
      // A watch that restarts reports every entry again.
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
