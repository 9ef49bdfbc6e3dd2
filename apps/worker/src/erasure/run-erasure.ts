import type { DeadLetters } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { LeaseLost, withLease, type Lease, type LeaseParts } from "../lease/lease.ts";
import { rememberedVersions, type RememberedVersion } from "../execution/remembered-versions.ts";
import { eraseDeadLetters, type DeadLetterRule } from "./erase-dead-letters.ts";
import { eraseExecutions, eraseSlice, type ErasedSlice } from "./erase-executions.ts";
import { eraseShadowResults } from "./erase-shadow-results.ts";

export interface ErasureParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
}

export interface RunErasureParts extends ErasureParts, LeaseParts {
  /** Undefined while JetStream is unavailable. */
  readonly deadLetters: () => Promise<DeadLetters | undefined>;
}

export const maxVersions = 100_000;

interface Found extends DeadLetterRule {
  readonly versions: readonly RememberedVersion[];
  /** What was being erased when the last attempt ended. */
  readonly erasing: Erasing;
}

/** The column `erasing`, which only `runErasure` writes. */
type Erasing = ErasedSlice | null;

const isWanted = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.selectFrom("erasures").where("id", "=", id).select("status").executeTakeFirst();
  return row !== undefined && row.status !== "done" && row.status !== "cancelled";
};

/**
 * Marks the erasure as running and returns what it erases. One transaction that locks the row: an erasure that started cannot be cancelled, and one
 * that was cancelled does not start.
 */
function begin({ jobId, write }: Lease): Promise<Found> {
  return write(async (tx) => {
    const row = await tx
      .selectFrom("erasures")
      .where("id", "=", jobId)
      .selectAll()
      .select(sql<boolean>`begins_at <= now()`.as("is_due"))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.status === "done" || row.status === "cancelled") throw new LeaseLost();
    // The job is due at the same time by the same clock, so this job was moved.
    if (!row.is_due) throw new Error("The erasure does not begin yet.");
    const ids = await tx
      .selectFrom("versions")
      .$if(row.solution_id !== null, (all) => all.where("solution_id", "=", row.solution_id ?? ""))
      .select("id")
      .execute();
    const versions = await rememberedVersions(tx, { ids: ids.map(({ id }) => id) }, maxVersions);
    const { id, field, salt, hash } = row;
    const searched = versions.filter(({ plan }) => plan.applicationFields.some(({ name }) => name === field));
    await tx.updateTable("erasures").set({ status: "running", versions: searched.length, versions_done: 0 }).where("id", "=", id).execute();
    return { id, field, salt, hash, solutionId: row.solution_id, versions: searched, erasing: row.erasing as Erasing };
  });
}

/** Reads all dead letters; the stream has a size limit. */
async function eraseFromDeadLetters(parts: RunErasureParts, organisationId: string, rule: Found): Promise<void> {
  const letters = await parts.deadLetters();
  if (letters === undefined) throw new Error("JetStream is away, so its dead letters cannot be searched.");
  const { unreadable } = await eraseDeadLetters({
    postgres: parts.postgres,
    letters,
    rulesOf: (of) => Promise.resolve(of === organisationId ? [rule] : []),
    onErased: (_organisationId, id, count) => addErased(parts.postgres, organisationId, id, count),
    after: 0,
    maxLetters: Number.POSITIVE_INFINITY,
  });
  if (unreadable > 0) parts.log.warn({ erasureId: rule.id, unreadable }, "dead letters that cannot be read were not searched");
}

/**
 * Searches every version once, in one worker at a time. After a crash it starts again, by completing the slice that was being erased: erased
 * executions are no longer found.
 */
export function createRunErasure(parts: RunErasureParts) {
  const { postgres, clickhouse } = parts;

  async function runLeased(lease: Lease): Promise<true> {
    const began = new Date();
    const { organisationId, signal } = lease;
    const keep = (progress: Progress, erased = 0): Promise<void> => lease.update((tx) => updateErasure(tx, lease.jobId, progress, erased));
    const countSlice = ({ rows }: ErasedSlice): Promise<void> => keep({ erasing: null }, rows.length);

    const rule = await begin(lease);
    if (rule.erasing !== null) {
      await eraseSlice(clickhouse, organisationId, rule.erasing);
      await countSlice(rule.erasing);
    }
    for (const [index, version] of rule.versions.entries()) {
      await eraseExecutions(clickhouse, { organisationId, version, field: rule.field }, [rule], {
        onSlice: async (slice, erase) => {
          signal.throwIfAborted();
          await keep({ erasing: JSON.stringify(slice) });
          await erase();
          await countSlice(slice);
        },
      });
      await keep({ versions_done: index + 1 });
    }
    await eraseShadowResults(clickhouse, organisationId);
    await eraseFromDeadLetters(parts, organisationId, rule);
    await keep({ status: "done", swept_at: began, finished_at: new Date() });
    return true;
  }

  return async function runErasure({ organisationId, erasureId }: JobData["erasure.run"]): Promise<void> {
    const wanted = (tx: Tx) => isWanted(tx, erasureId);
    const isDone = await withLease(parts, { organisationId, jobId: erasureId, isWanted: wanted }, runLeased);
    // Lost to another worker, which may die as well: the job is completed only with the erasure.
    if (isDone !== true && (await postgres.inOrganisation({ organisationId, userId: null }, wanted))) throw new LeaseLost();
  };
}

interface Progress {
  readonly status?: "done";
  readonly versions_done?: number;
  readonly erasing?: string | null;
  readonly swept_at?: Date;
  readonly finished_at?: Date;
}

function updateErasure(tx: Tx, id: string, progress: Progress, erased: number) {
  return tx
    .updateTable("erasures")
    .set((set) => ({ ...progress, erased: set("erased", "+", erased) }))
    .where("id", "=", id);
}

export async function addErased(postgres: Postgres, organisationId: string, id: string, count: number): Promise<void> {
  await postgres.inOrganisation({ organisationId, userId: null }, (tx) => updateErasure(tx, id, {}, count).execute());
}
