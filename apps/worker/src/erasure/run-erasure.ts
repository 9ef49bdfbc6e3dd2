import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";
import { standingErasures, type Postgres } from "@airlock/platform/postgres";
import { rememberedVersions, type RememberedVersion } from "../execution/remembered-versions.ts";
import { eraseExecutions, type ErasureRule } from "./erase-executions.ts";

export interface ErasureParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
}

/** An insert that began before an erasure looked may show after it: each look goes back this far. */
const overlapSeconds = 300;
const mostVersions = 100_000;

interface Found extends ErasureRule {
  readonly versions: readonly RememberedVersion[];
  readonly done: boolean;
  readonly sweptAt: Date | null;
}

async function find({ postgres }: ErasureParts, organisationId: string, erasureId: string): Promise<Found | undefined> {
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const row = await tx.selectFrom("erasures").where("id", "=", erasureId).selectAll().executeTakeFirst();
    if (row === undefined) return undefined;
    const ids = await tx
      .selectFrom("versions")
      .$if(row.solution_id !== null, (all) => all.where("solution_id", "=", row.solution_id ?? ""))
      .select("id")
      .execute();
    const versions = await rememberedVersions(tx, { ids: ids.map(({ id }) => id) }, mostVersions);
    const { field, salt, hash, swept_at: sweptAt } = row;
    return {
      organisationId,
      field,
      salt,
      hash,
      sweptAt,
      done: row.status === "done",
      versions: versions.filter(({ plan }) => plan.applicationFields.some(({ name }) => name === field)),
    };
  });
}

/** Looks through every version once. One that died half-way begins again: what is erased is not found any more. */
export function createRunErasure(parts: ErasureParts) {
  return async function runErasure({ organisationId, erasureId }: JobData["erasure.run"]): Promise<void> {
    const rule = await find(parts, organisationId, erasureId);
    if (rule === undefined || rule.done) return;
    const began = new Date();
    await keep(parts, organisationId, erasureId, { status: "running", versions: rule.versions.length, versions_done: 0 });
    for (const [index, version] of rule.versions.entries()) {
      const erased = await eraseExecutions(parts.clickhouse, rule, version);
      await keep(parts, organisationId, erasureId, { versions_done: index + 1 }, erased);
    }
    await keep(parts, organisationId, erasureId, { status: "done", swept_at: began, finished_at: new Date() });
  };
}

/** Erases what has arrived since: from a spool, or a second time. Answers how many. */
export async function sweepErasures(parts: ErasureParts, signal: AbortSignal): Promise<number> {
  let all = 0;
  for (const { organisationId, id } of await standingErasures(parts.postgres)) {
    if (signal.aborted) break;
    const rule = await find(parts, organisationId, id);
    if (rule === undefined) continue;
    const began = new Date();
    const since = Math.floor((rule.sweptAt?.getTime() ?? 0) / 1000) - overlapSeconds;
    let erased = 0;
    for (const version of rule.versions) erased += await eraseExecutions(parts.clickhouse, rule, version, Math.max(0, since));
    await keep(parts, organisationId, id, { swept_at: began }, erased);
    all += erased;
  }
  return all;
}

interface Progress {
  readonly status?: "running" | "done";
  readonly versions?: number;
  readonly versions_done?: number;
  readonly swept_at?: Date;
  readonly finished_at?: Date;
}

async function keep({ postgres }: ErasureParts, organisationId: string, id: string, progress: Progress, erased = 0): Promise<void> {
  await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .updateTable("erasures")
      .set((set) => ({ ...progress, erased: set("erased", "+", erased) }))
      .where("id", "=", id)
      .execute(),
  );
}
