import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";

export interface RetentionRow {
  /** In effect. Null for no limit. */
  readonly days: number | null;
  readonly next_days: number | null;
  readonly next_at: Date | null;
  readonly revision: number;
}

/** `lock`: a worker that applies a shorter retention waits, or was faster and has changed the revision. */
export function findRetention(tx: Tx, organisationId: string, lock = false): Promise<RetentionRow | undefined> {
  return tx
    .selectFrom("retentions")
    .where("organisation_id", "=", organisationId)
    .select(["days", "next_days", "next_at", "revision"])
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

function isShorter(days: number | null, present: number | null): boolean {
  return days !== null && (present === null || days < present);
}

/** A shorter retention takes effect after the delay, any other immediately; either replaces a pending change. */
export async function setRetention(
  tx: Tx,
  organisationId: string,
  { days, present, delaySeconds }: { readonly days: number | null; readonly present: number | null; readonly delaySeconds: number },
): Promise<void> {
  const isDelayed = delaySeconds > 0 && isShorter(days, present);
  const set = isDelayed
    ? { days: present, next_days: days, next_at: sql<Date>`now() + make_interval(secs => ${delaySeconds})` }
    : { days, next_days: null, next_at: null };
  await tx
    .insertInto("retentions")
    .values({ organisation_id: organisationId, ...set })
    .onConflict((conflict) => conflict.column("organisation_id").doUpdateSet(set))
    .execute();
}
