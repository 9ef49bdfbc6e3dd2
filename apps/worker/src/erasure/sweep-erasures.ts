import type { Log } from "@airlock/platform";
import { standingErasures } from "../across-organisations.ts";
import { eachOrganisation } from "../each-organisation.ts";
import { rememberedVersions, type RememberedVersion } from "../execution/remembered-versions.ts";
import { eraseExecutions, type ErasureRule } from "./erase-executions.ts";
import { eraseShadowResults } from "./erase-shadow-results.ts";
import { maxVersions, type ErasureParts } from "./run-erasure.ts";

export interface SweepParts extends ErasureParts {
  readonly log: Log;
}

/** An insert that began before a sweep may become visible after it: each sweep overlaps the previous one by this much. */
const overlapSeconds = 300;

/**
 * Erases executions that arrived since the last sweep: from a spool, or duplicates. An organisation needs one query that finds versions with new
 * executions, and one per such version and field, however many erasures there are. A failed sweep of one organisation is retried by the next sweep
 * and does not affect others. Returns the number of erased executions.
 */
export async function sweepErasures(parts: SweepParts, signal: AbortSignal): Promise<number> {
  let erased = 0;
  await eachOrganisation({
    items: await standingErasures(parts.postgres),
    work: async (organisationId) => {
      erased += await sweepOrganisation(parts, organisationId);
    },
    failing: new Set(),
    failure: "erasures could not be applied to new executions; the next sweep tries again",
    log: parts.log,
    signal,
  });
  return erased;
}

interface StandingErasure extends ErasureRule {
  readonly field: string;
  /** Null: every solution. */
  readonly solutionId: string | null;
  readonly sweptAt: Date | null;
}

async function sweepOrganisation(parts: SweepParts, organisationId: string): Promise<number> {
  const tenant = { organisationId, userId: null };
  const began = new Date();
  const standing = await parts.postgres.inOrganisation(tenant, (tx): Promise<StandingErasure[]> =>
    tx
      .selectFrom("erasures")
      .where("status", "=", "done")
      .select(["id", "field", "salt", "hash", "solution_id as solutionId", "swept_at as sweptAt"])
      .orderBy("id")
      .execute(),
  );
  const oldest = Math.min(...standing.map(({ sweptAt }) => sweptAt?.getTime() ?? 0));
  const since = Math.max(0, Math.floor(oldest / 1000) - overlapSeconds);
  const erased = new Map<string, number>();
  for (const { version, solutionId } of await arrivedVersions(parts, organisationId, since)) {
    const own = standing.filter((rule) => rule.solutionId === null || rule.solutionId === solutionId);
    for (const [field, rules] of Map.groupBy(own, (rule) => rule.field)) {
      const found = await eraseExecutions(parts.clickhouse, { organisationId, version, field }, rules, { insertedAfter: since });
      for (const [id, count] of found) erased.set(id, (erased.get(id) ?? 0) + count);
    }
  }
  // A shadow result may have arrived long before its execution, which was in a spool.
  await eraseShadowResults(parts.clickhouse, organisationId, erased.size > 0 ? 0 : since);
  await parts.postgres.inOrganisation(tenant, async (tx) => {
    const ids = standing.map(({ id }) => id);
    await tx.updateTable("erasures").set({ swept_at: began }).where("id", "in", ids).execute();
    for (const [id, count] of erased) {
      await tx
        .updateTable("erasures")
        .set((set) => ({ erased: set("erased", "+", count) }))
        .where("id", "=", id)
        .execute();
    }
  });
  return [...erased.values()].reduce((sum, count) => sum + count, 0);
}

interface ArrivedVersion {
  readonly version: RememberedVersion;
  readonly solutionId: string;
}

/** Versions with executions that were stored since, each loaded once. */
async function arrivedVersions(
  { postgres, clickhouse }: SweepParts,
  organisationId: string,
  since: number,
): Promise<readonly ArrivedVersion[]> {
  const found = await clickhouse.query<{ readonly version: string }>(
    `SELECT DISTINCT version FROM executions
     WHERE organisation = {organisation:String} AND erased = 0 AND inserted >= toDateTime64({after:Int64}, 3, 'UTC')`,
    { organisation: organisationId, after: since },
  );
  if (found.length === 0) return [];
  const ids = found.map(({ version }) => version);
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const rows = await tx.selectFrom("versions").where("id", "in", ids).select(["id", "solution_id"]).execute();
    const solutions = new Map(rows.map((row) => [row.id, row.solution_id]));
    const versions = await rememberedVersions(tx, { ids }, maxVersions);
    return versions.map((version) => ({ version, solutionId: solutions.get(version.id) ?? "" }));
  });
}
