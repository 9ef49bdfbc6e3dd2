import type { DeadLetters, Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import type { Postgres } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { rememberedVersions, type RememberedVersion } from "../execution/remembered-versions.ts";
import { eraseDeadLetters, type DeadLetterRule } from "./erase-dead-letters.ts";
import { eraseExecutions } from "./erase-executions.ts";
import { eraseShadowResults } from "./erase-shadow-results.ts";

export interface ErasureParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
}

export interface RunErasureParts extends ErasureParts {
  /** Undefined while JetStream is unavailable. */
  readonly deadLetters: () => Promise<DeadLetters | undefined>;
  readonly log: Log;
}

export const maxVersions = 100_000;

interface Found extends DeadLetterRule {
  readonly versions: readonly RememberedVersion[];
}

/**
 * Marks the erasure as running and returns what it erases; undefined if it was cancelled, completed or deleted. One transaction that locks the row:
 * an erasure that started cannot be cancelled, and one that was cancelled does not start.
 */
async function begin({ postgres }: ErasureParts, organisationId: string, erasureId: string): Promise<Found | undefined> {
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const row = await tx
      .selectFrom("erasures")
      .where("id", "=", erasureId)
      .selectAll()
      .select(sql<boolean>`begins_at <= now()`.as("is_due"))
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.status === "done" || row.status === "cancelled") return undefined;
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
    return { id, field, salt, hash, solutionId: row.solution_id, versions: searched };
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

/** Searches every version once. After a crash it starts again: erased executions are no longer found. */
export function createRunErasure(parts: RunErasureParts) {
  return async function runErasure({ organisationId, erasureId }: JobData["erasure.run"]): Promise<void> {
    const began = new Date();
    const rule = await begin(parts, organisationId, erasureId);
    if (rule === undefined) return;
    for (const [index, version] of rule.versions.entries()) {
      const erased = await eraseExecutions(parts.clickhouse, { organisationId, version, field: rule.field }, [rule]);
      await keep(parts, organisationId, erasureId, { versions_done: index + 1 }, erased.get(rule.id));
    }
    await eraseShadowResults(parts.clickhouse, organisationId);
    await eraseFromDeadLetters(parts, organisationId, rule);
    await keep(parts, organisationId, erasureId, { status: "done", swept_at: began, finished_at: new Date() });
  };
}

interface Progress {
  readonly status?: "done";
  readonly versions_done?: number;
  readonly swept_at?: Date;
  readonly finished_at?: Date;
}

async function keep(
  { postgres }: Pick<ErasureParts, "postgres">,
  organisationId: string,
  id: string,
  progress: Progress,
  erased = 0,
): Promise<void> {
  await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .updateTable("erasures")
      .set((set) => ({ ...progress, erased: set("erased", "+", erased) }))
      .where("id", "=", id)
      .execute(),
  );
}

export function addErased(postgres: Postgres, organisationId: string, id: string, count: number): Promise<void> {
  return keep({ postgres }, organisationId, id, {}, count);
}
