import { scoresKey } from "@airlock/contract";
import type { Bucket, BucketEntry } from "@airlock/platform";

export type OrderKind = "version" | "release" | "key" | "secret";

export interface StandingOrder {
  readonly organisationId: string;
  readonly id: string;
  /** What the entry should say, or `gone`. */
  readonly summary: string;
}

export interface ReconcileOptions {
  /** A page of orders after an id; an empty one is the end. */
  readonly orders: (kind: OrderKind, afterId: string) => Promise<readonly StandingOrder[]>;
  readonly deployments: Pick<Bucket<"deployments">, "all">;
  readonly releases: Pick<Bucket<"releases">, "all">;
  readonly scores: Pick<Bucket<"scores">, "all">;
  readonly lists: Pick<Bucket<"lists">, "all">;
  readonly keys: Pick<Bucket<"keys">, "all">;
  readonly secrets: Pick<Bucket<"secrets">, "all">;
  /** The highest sequence number that Postgres has drawn. */
  readonly lastNumber: () => Promise<number>;
  /** Orders that the buckets do not show: a job carries each out, as if it had just been given. */
  readonly order: (kind: OrderKind, orders: readonly StandingOrder[]) => Promise<void>;
}

export interface Reconciled {
  readonly versions: number;
  readonly releases: number;
  readonly keys: number;
  readonly secrets: number;
  /** Entries that are newer than Postgres. */
  readonly ahead: number;
}

interface Found {
  readonly organisationId: string;
  readonly summary: string;
  readonly number: number;
}

/**
 * Compares the buckets with Postgres and orders again what they do not show: after JetStream was restored from nothing, a write was lost
 * that nobody noticed, or the master key that signs was replaced. What no row accounts for is ordered to be deleted.
 *
 * An entry with a higher number than Postgres has drawn shows that Postgres was restored to an earlier time. What it says about that entry
 * may have been revoked or stopped since, and an entry without a row may be one that was lost, so such entries are only counted.
 */
export async function reconcile(options: ReconcileOptions): Promise<Reconciled> {
  const heads = [...(await options.scores.all()), ...(await options.lists.all())];
  const toSign = new Set(heads.filter(({ signature }) => signature?.present !== true).map(({ key }) => key));
  const buckets = {
    // Carrying a version out again signs the heads of its scores and lists.
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
  // After the buckets: what was written meanwhile has a number by now.
  const last = await options.lastNumber();
  const isAhead = (found: Found | undefined): boolean => (found?.number ?? 0) > last;
  // Versions before the releases that name them.
  const given = {
    versions: await walk("version"),
    releases: await walk("release"),
    keys: await walk("key"),
    secrets: await walk("secret"),
  };
  const ahead = Object.values(buckets).flatMap((bucket) => [...bucket.values()].filter(isAhead)).length;
  return { ...given, ahead };

  async function walk(kind: OrderKind): Promise<number> {
    const bucket = buckets[kind];
    const rows = new Set<string>();
    let given = 0;
    const order = async (missing: readonly StandingOrder[]): Promise<void> => {
      if (missing.length > 0) await options.order(kind, missing);
      given += missing.length;
    };
    let after = "";
    for (;;) {
      const page = await options.orders(kind, after);
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.id;
      for (const { id } of page) rows.add(id);
      await order(page.filter(({ id, summary }) => bucket.get(id)?.summary !== summary && !isAhead(bucket.get(id))));
    }
    const orphans = [...bucket].filter(([id, found]) => !rows.has(id) && found.summary !== "gone" && !isAhead(found));
    await order(orphans.map(([id, { organisationId }]) => ({ organisationId, id, summary: "gone" })));
    return given;
  }
}

function entriesOf<Name extends "deployments" | "releases" | "keys" | "secrets">(
  entries: readonly BucketEntry<Name>[],
  summary: (value: NonNullable<BucketEntry<Name>["value"]>) => string,
): ReadonlyMap<string, Found> {
  // What cannot be read, or was not signed with the present master key, matches nothing, so it is written again.
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
