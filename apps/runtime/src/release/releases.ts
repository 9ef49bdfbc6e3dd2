import { isPlainId, isTombstone, readBucketValue, type ChallengerEntry, type ReleaseEntry, type ShadowEntry } from "@airlock/contract";
import type { BucketEntry, EntrySigner, Log } from "@airlock/platform";
import type { LastGood } from "../disk/last-good.ts";
import type { EntryGate } from "../entry/entry-gate.ts";

/** What a solution key resolves to. */
export interface Released {
  readonly solutionId: string;
  readonly releaseId: string;
  readonly versionId: string;
  /** Milliseconds since the epoch. A former key works until then. */
  readonly until: number;
  /** The solution's current key, for callers that use a former one. */
  readonly successor: string | undefined;
  /** Decides a share of the inputs instead of the version. */
  readonly challenger?: ChallengerEntry | undefined;
  /** Decides a share of the inputs again, after the response. */
  readonly shadow?: ShadowEntry | undefined;
}

/**
 * Resolves solution keys to versions. An entry takes effect atomically, so that each call uses one release. As with versions, only an entry in the
 * bucket changes anything: an empty bucket ends no release.
 */
export interface Releases {
  readonly find: (organisationId: string, key: string, now: number) => Released | undefined;
  readonly apply: (entry: BucketEntry<"releases">) => void;
  /**
   * Applies the signed text of an entry from a peer if this runtime serves its version: a version that is not served here would fail calls. A
   * challenger that is not served here is not a reason to refuse: the live version decides instead.
   */
  readonly applyFromPeer: (solutionId: string, revision: number, text: string) => void;
  readonly changedSince: (revision: number) => readonly (readonly [solutionId: string, revision: number, text: string])[];
  /** The highest revision that was applied. */
  readonly newest: () => number;
  readonly size: () => number;
}

export interface ReleasesOptions {
  readonly disk: LastGood;
  readonly gate: Pick<EntryGate<"releases">, "admits">;
  readonly signer: Pick<EntrySigner, "verify">;
  readonly serves: (versionId: string) => boolean;
  readonly log: Log;
}

export function createReleases({ disk, gate, signer, serves, log }: ReleasesOptions): Releases {
  /** By organisation and key. */
  const answers = new Map<string, Released>();
  /** The keys in `answers` of each solution. */
  const places = new Map<string, readonly string[]>();

  function clear(solutionId: string): void {
    for (const place of places.get(solutionId) ?? []) {
      // Another solution may have taken over the key since.
      if (answers.get(place)?.solutionId === solutionId) answers.delete(place);
    }
    places.delete(solutionId);
  }

  function take(solutionId: string, value: ReleaseEntry): boolean {
    const { organisationId, releaseId, versionId, keys, challenger, shadow } = value;
    const others = [challenger, shadow].flatMap((other) => (other === undefined ? [] : [other.versionId, other.rolloutId]));
    if (value.solutionId !== solutionId || ![solutionId, organisationId, versionId, ...others].every(isPlainId)) return false;
    clear(solutionId);
    const current = keys.find(({ until }) => until === undefined)?.key;
    for (const { key, until } of keys) {
      const isFormer = until !== undefined;
      const released = {
        solutionId,
        releaseId,
        versionId,
        until: isFormer ? Date.parse(until) : Infinity,
        successor: isFormer ? current : undefined,
        challenger,
        shadow,
      };
      answers.set(placeOf(organisationId, key), released);
    }
    places.set(
      solutionId,
      keys.map(({ key }) => placeOf(organisationId, key)),
    );
    return true;
  }

  // Cached, because every renewal of the lease reports it.
  let newest = 0;

  for (const [solutionId, { revision, text }] of disk.entries) {
    newest = Math.max(newest, revision);
    const stored = isTombstone(text) ? undefined : readBucketValue.releases(text);
    if (stored !== undefined) take(solutionId, stored);
  }

  function apply(entry: BucketEntry<"releases">): void {
    const { key: solutionId, revision, value, text } = entry;
    if (!gate.admits(entry) || text === undefined) return;
    if (isTombstone(text)) clear(solutionId);
    else if (value === undefined || !take(solutionId, value)) {
      log.error({ solutionId, revision }, "a release cannot be read; the last good one stays in force");
      return;
    }
    disk.put(solutionId, { revision, text });
    newest = Math.max(newest, revision);
  }

  return {
    find: (organisationId, key, now) => {
      const found = answers.get(placeOf(organisationId, key));
      return found !== undefined && found.until > now ? found : undefined;
    },
    apply,
    applyFromPeer: (solutionId, revision, text) => {
      if ((disk.entries.get(solutionId)?.revision ?? 0) >= revision) return;
      const signature = signer.verify("releases", solutionId, text);
      const value = isTombstone(text) ? undefined : readBucketValue.releases(text);
      if (signature === undefined || (value !== undefined && !serves(value.versionId))) return;
      apply({ key: solutionId, revision, value, text, signature });
      log.warn({ solutionId, revision }, "a release was received from another runtime");
    },
    changedSince: (revision) =>
      [...disk.entries].flatMap(([solutionId, entry]) =>
        entry.revision > revision ? [[solutionId, entry.revision, entry.text] as const] : [],
      ),
    newest: () => newest,
    size: () => places.size,
  };
}

function placeOf(organisationId: string, key: string): string {
  return `${organisationId}/${key}`;
}
