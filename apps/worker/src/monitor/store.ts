import type { MonitorMeasure, MonitorPoint, MonitorRule, MovedOutcome } from "@airlock/contract";
import { countedVersions, type CountedVersion } from "@airlock/backend/executions";
import { newId } from "@airlock/platform";
import type { Jobs } from "@airlock/platform/jobs";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Judged } from "./judge.ts";
import { addPoint, limitsOf, transitionOf } from "./transition.ts";

export interface DueMonitor {
  readonly id: string;
  readonly solutionId: string;
  readonly measure: MonitorMeasure;
  readonly rule: MonitorRule;
  readonly windowMinutes: number;
  readonly minDecisions: number;
  readonly revision: number;
  /** Never evaluated before. */
  readonly isNew: boolean;
}

export async function readMonitors(tx: Tx, ids: readonly string[]): Promise<readonly DueMonitor[]> {
  return (
    tx
      .selectFrom("monitors")
      .where(sql<boolean>`id = any(${[...ids]})`)
      .select(["id", "solution_id as solutionId", "window_minutes as windowMinutes", "min_decisions as minDecisions", "revision"])
      // Validated by the api.
      .select(sql<boolean>`judged_at is null`.as("isNew"))
      .select([sql<MonitorMeasure>`measure`.as("measure"), sql<MonitorRule>`rule`.as("rule")])
      .orderBy("id")
      .execute()
  );
}

/** Of a solution with more versions, the oldest are ignored. */
const maxVersions = 100;

/** The versions of these solutions that were ever served, by solution. */
export async function servedVersions(tx: Tx, solutionIds: readonly string[]): Promise<ReadonlyMap<string, readonly CountedVersion[]>> {
  const rows = await sql<{ readonly id: string }>`
    select version.id from unnest(${[...solutionIds]}::text[]) as solution (id), lateral (
      select v.id from versions v where v.solution_id = solution.id and v.desired is not null order by v.id desc limit ${maxVersions}
    ) version
  `.execute(tx);
  const ids = rows.rows.map(({ id }) => id);
  return Map.groupBy(await countedVersions(tx, ids, ids.length), ({ solutionId }) => solutionId);
}

/**
 * Stores the result and opens or closes a firing, with its mail job in the same transaction. Stores nothing for a monitor that was changed or deleted
 * since it was read.
 */
export async function storeJudged(
  { tx, jobs, organisationId }: { readonly tx: Tx; readonly jobs: Pick<Jobs, "send">; readonly organisationId: string },
  monitor: DueMonitor,
  { judged, moved, earlier }: { readonly judged: Judged; readonly moved: MovedOutcome | null; readonly earlier: readonly MonitorPoint[] },
  at: Date,
): Promise<void> {
  const row = await tx
    .selectFrom("monitors")
    .where("id", "=", monitor.id)
    .where("revision", "=", monitor.revision)
    .select(["name", "muted_until", "notify_users", "notify_groups", sql<readonly MonitorPoint[]>`points`.as("points")])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return;
  const { value, decisions, usual, judgement } = judged;
  const point = { date: at.toISOString(), value: judgement === "tooFew" ? null : value, ...limitsOf(monitor.rule, usual) };
  const points = JSON.stringify(addPoint(row.points.length === 0 ? earlier : row.points, point, monitor.windowMinutes));
  const usualJson = usual === null ? null : JSON.stringify(usual);
  const movedJson = moved === null ? null : JSON.stringify(moved);
  const found = {
    judgement,
    value,
    decisions,
    usual: usualJson,
    moved: movedJson,
    points,
    judged_at: at,
    tried_at: at,
    unjudged_since: null,
  };
  await tx.updateTable("monitors").set(found).where("id", "=", monitor.id).execute();

  const open = await tx
    .selectFrom("firings")
    .where("monitor_id", "=", monitor.id)
    .where("ended_at", "is", null)
    .select(["id", "peak", "inside_since as insideSince"])
    .executeTakeFirst();
  const isMailed = (row.muted_until === null || row.muted_until <= at) && row.notify_users.length + row.notify_groups.length > 0;
  const announce = async (firingId: string, event: "began" | "ended") => {
    if (isMailed) await jobs.send(tx, "monitor.announce", { organisationId, firingId, event }, {});
  };
  const transition = transitionOf(open, judged, monitor, at);
  if (transition.kind === "begin") {
    const firingId = newId(at.getTime());
    const started = { value: transition.value, peak: transition.value, decisions, usual: usualJson, moved: movedJson, began_at: at };
    const whose = { organisation_id: organisationId, monitor_id: monitor.id, name: row.name };
    await tx
      .insertInto("firings")
      .values({ id: firingId, ...whose, ...started })
      .execute();
    await announce(firingId, "began");
  }
  if (open === undefined) return;
  const change = tx.updateTable("firings").where("id", "=", open.id);
  if (transition.kind === "continue") {
    await change.set({ peak: transition.peak, inside_since: transition.insideSince }).execute();
  }
  if (transition.kind === "end") {
    await change.set({ ended_at: at, points }).execute();
    await announce(open.id, "ended");
  }
}

/** The counts could not be read: the monitor's state does not change. */
export async function storeUnjudged(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx
    .updateTable("monitors")
    .set({ tried_at: at, unjudged_since: sql<Date>`coalesce(unjudged_since, ${at})` })
    .where(sql<boolean>`id = any(${[...ids]})`)
    .execute();
}
