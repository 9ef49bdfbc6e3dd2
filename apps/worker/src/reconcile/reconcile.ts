import type { Bucket, BucketEntry } from "@airlock/platform";

export type OrderKind = "version" | "key" | "secret";

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
  readonly keys: Pick<Bucket<"keys">, "all">;
  readonly secrets: Pick<Bucket<"secrets">, "all">;
  /** Orders that the buckets do not show: a job carries each out, as if it had just been given. */
  readonly order: (kind: OrderKind, orders: readonly StandingOrder[]) => Promise<void>;
}

/**
 * Compares the buckets with Postgres and orders again what they do not show: after JetStream was restored from nothing, or a write
 * was lost that nobody noticed. Answers how many orders were given.
 */
export async function reconcile(
  options: ReconcileOptions,
): Promise<{ readonly versions: number; readonly keys: number; readonly secrets: number }> {
  const versions = summaries(await options.deployments.all({ deleted: true }), ({ desired, hash }) => `${desired} ${hash}`);
  const keys = summaries(await options.keys.all({ deleted: true }), ({ hash }) => hash);
  const secretEntries = await options.secrets.all({ deleted: true });
  const secrets = summaries(secretEntries, ({ masterKey, revision }) => `${masterKey} ${revision}`);
  const rows = new Set<string>();
  const given = {
    versions: await walk("version", versions),
    keys: await walk("key", keys),
    secrets: await walk("secret", secrets, rows),
  };
  // The secrets of a deleted organisation went with it, and nobody was left to say so.
  const orphans = secretEntries.flatMap(({ key, value }) =>
    value === undefined || rows.has(key) ? [] : [{ organisationId: value.organisationId, id: key, summary: "gone" }],
  );
  if (orphans.length > 0) await options.order("secret", orphans);
  return { ...given, secrets: given.secrets + orphans.length };

  async function walk(kind: OrderKind, known: ReadonlyMap<string, string>, met?: Set<string>): Promise<number> {
    let given = 0;
    let after = "";
    for (;;) {
      const page = await options.orders(kind, after);
      const last = page.at(-1);
      if (last === undefined) return given;
      after = last.id;
      for (const { id } of page) met?.add(id);
      const missing = page.filter(({ id, summary }) => known.get(id) !== summary);
      if (missing.length > 0) await options.order(kind, missing);
      given += missing.length;
    }
  }
}

function summaries<Name extends "deployments" | "keys" | "secrets">(
  entries: readonly BucketEntry<Name>[],
  summary: (value: NonNullable<BucketEntry<Name>["value"]>) => string,
): ReadonlyMap<string, string> {
  // A value that cannot be read matches nothing, so it is written anew.
  const say = ({ value, text }: BucketEntry<Name>): string => {
    if (text === undefined) return "gone";
    return value === undefined ? "" : summary(value);
  };
  return new Map(entries.map((entry) => [entry.key, say(entry)]));
}
