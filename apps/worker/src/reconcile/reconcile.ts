import { scoresKey } from "@airlock/contract";
import type { Bucket, BucketEntry } from "@airlock/platform";

export type EntryKind = "version" | "release" | "key" | "secret";

export interface DesiredEntry {
  readonly organisationId: string;
  readonly id: string;
  /** The expected content of the entry, or `gone`. */
  readonly summary: string;
}

export interface ReconcileOptions {
  /** A page of rows after an id; empty at the end. */
  readonly desired: (kind: EntryKind, afterId: string) => Promise<readonly DesiredEntry[]>;
  readonly deployments: Pick<Bucket<"deployments">, "all">;
  readonly releases: Pick<Bucket<"releases">, "all">;
  readonly scores: Pick<Bucket<"scores">, "all">;
  readonly lists: Pick<Bucket<"lists">, "all">;
  readonly keys: Pick<Bucket<"keys">, "all">;
  readonly secrets: Pick<Bucket<"secrets">, "all">;
  /** The highest sequence number that Postgres has assigned. */
  readonly lastNumber: () => Promise<number>;
  /** Creates a job for each row whose entry is missing or different, as if it had just been changed. */
  readonly publish: (kind: EntryKind, entries: readonly DesiredEntry[]) => Promise<void>;
}

export interface Reconciled {
  readonly versions: number;
  readonly releases: number;
  readonly keys: number;
  readonly secrets: number;
  /** Number of entries that are newer than Postgres. */
  readonly ahead: number;
}

interface Found {
  readonly organisationId: string;
  readonly summary: string;
  readonly number: number;
}

/**
 * Compares the buckets with Postgres and writes missing or different entries again: after JetStream was restored empty, a write was lost unnoticed,
 * or the signing master key was replaced. Entries without a row are deleted.
 *
 * An entry with a higher sequence number than Postgres has assigned shows that Postgres was restored to an earlier time. The entry may record a
 * revocation or a stop that Postgres has lost, and an entry without a row may belong to a lost row, so such entries are only counted.
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciled> {
  const heads = [...(await options.scores.all()), ...(await options.lists.all())];
  const toSign = new Set(heads.filter(({ signature }) => signature?.present !== true).map(({ key }) => key));
  const buckets = {
    // Publishing a version again also signs the heads of its scores and lists.
    version: entriesOf(await options.deployments.all({ deleted: true }), ({ desired, hash, scores = [], lists = [] }) =>
      desired === "serving" && (scores.some((model) => toSign.has(scoresKey(model))) || lists.some(({ listId }) => toSign.has(listId)))
        ? ""
        : `${desired} ${hash}`,
    ),
    release: entriesOf(await options.releases.all({ deleted: true }), ({ releaseId, keys, challenger, shadow }) => {
      const now = Date.now();
      const answered = keys.filter(({ until }) => until === undefined || Date.parse(until) > now);
      const rollouts = [challenger, shadow].flatMap((entry) => (entry === undefined ? [] : [`${entry.rolloutId}:${entry.share}`])).sort();
      return [releaseId, ...answered.map(({ key }) => key), ...rollouts].join(" ");
    }),
    key: entriesOf(await options.keys.all({ deleted: true }), ({ hash }) => hash),
    secret: entriesOf(await options.secrets.all({ deleted: true }), ({ masterKey, revision }) => `${masterKey} ${revision}`),
  };
  // Read after the buckets, so that entries written in the meantime are not ahead of it.
  const last = await options.lastNumber();
  const isAhead = (found: Found | undefined): boolean => (found?.number ?? 0) > last;
  // Versions before the releases that refer to them.
  const given = {
    versions: await walk("version"),
    releases: await walk("release"),
    keys: await walk("key"),
    secrets: await walk("secret"),
  };
  const ahead = Object.values(buckets).flatMap((bucket) => [...bucket.values()].filter(isAhead)).length;
  return { ...given, ahead };

  async function walk(kind: EntryKind): Promise<number> {
    const bucket = buckets[kind];
    const rows = new Set<string>();
    let given = 0;
    const publish = async (missing: readonly DesiredEntry[]): Promise<void> => {
      if (missing.length > 0) await options.publish(kind, missing);
      given += missing.length;
    };
    let after = "";
    for (;;) {
      const page = await options.desired(kind, after);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.id;
      for (const { id } of page) rows.add(id);
      await publish(page.filter(({ id, summary }) => bucket.get(id)?.summary !== summary && !isAhead(bucket.get(id))));
    }
    const orphans = [...bucket].filter(([id, found]) => !rows.has(id) && found.summary !== "gone" && !isAhead(found));
    await publish(orphans.map(([id, { organisationId }]) => ({ organisationId, id, summary: "gone" })));
    return given;
  }
}

function entriesOf<Name extends "deployments" | "releases" | "keys" | "secrets">(
  entries: readonly BucketEntry<Name>[],
  summary: (value: NonNullable<BucketEntry<Name>["value"]>) => string,
): ReadonlyMap<string, Found> {
  // An entry that is unreadable or not signed with the current master key matches nothing, so it is written again.
  const summaryOf = ({ value, signature }: BucketEntry<Name>): string => {
    if (signature?.present !== true) return "";
    if (signature.deleted) return "gone";
    return value === undefined ? "" : summary(value);
  };
  return new Map(
    entries.map((entry) => [
      entry.key,
      { organisationId: entry.value?.organisationId ?? "", summary: summaryOf(entry), number: entry.signature?.sequence ?? 0 },
    ]),
  );
}
