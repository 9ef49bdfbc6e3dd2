import {
  likelyOutcomeField,
  type FiringFields,
  type FiringQuery,
  type MonitorMeasure,
  type MonitorPoint,
  type MonitorRule,
  type MovedOutcome,
  type PageQuery,
  type UsualRange,
} from "@airlock/contract";
import { parseDefinition } from "@airlock/flow";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";
import { userNameOf } from "../user/name-sql.ts";

export interface FiringRow {
  readonly id: string;
  readonly monitor_id: string;
  readonly name: string;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly measure: MonitorMeasure;
  readonly rule: MonitorRule;
  readonly window_minutes: number;
  readonly began_at: Date;
  readonly ended_at: Date | null;
  readonly acknowledged_at: Date | null;
  readonly acknowledged_by: string | null;
  readonly acknowledged_by_name: string;
  readonly value: number;
  readonly peak: number;
  readonly decisions: number;
  readonly usual: UsualRange | null;
  readonly moved: MovedOutcome | null;
  readonly notified: FiringFields["notified"];
  readonly points: readonly MonitorPoint[];
}

function firings(tx: Tx) {
  return tx
    .selectFrom("firings")
    .innerJoin("monitors", "monitors.id", "firings.monitor_id")
    .innerJoin("solutions", "solutions.id", "monitors.solution_id")
    .where("solutions.deleted_at", "is", null)
    .select([
      "firings.id",
      "firings.monitor_id",
      "firings.name",
      "monitors.solution_id",
      "solutions.name as solution_name",
      sql<MonitorMeasure>`monitors.measure`.as("measure"),
      sql<MonitorRule>`monitors.rule`.as("rule"),
      "monitors.window_minutes",
      "firings.began_at",
      "firings.ended_at",
      "firings.acknowledged_at",
      "firings.acknowledged_by",
      userNameOf(sql`firings.acknowledged_by`).as("acknowledged_by_name"),
      "firings.value",
      "firings.peak",
      "firings.decisions",
      sql<UsualRange | null>`firings.usual`.as("usual"),
      sql<MovedOutcome | null>`firings.moved`.as("moved"),
      sql<FiringFields["notified"]>`firings.notified`.as("notified"),
      // While it is open, the chart continues.
      sql<readonly MonitorPoint[]>`case when firings.ended_at is null then monitors.points else firings.points end`.as("points"),
    ]);
}

export function findFiring(tx: Tx, id: string, lock: boolean): Promise<FiringRow | undefined> {
  return firings(tx)
    .where("firings.id", "=", id)
    .$if(lock, (query) => query.forUpdate("firings"))
    .executeTakeFirst();
}

const id = sql<string>`firings.id`;
const newestFirst = { sorts: { beganDate: id }, id };

export function listFirings(tx: Tx, query: FiringQuery): Promise<Page<FiringRow> | Refused> {
  const matching = firings(tx).$if(query.state === "open", (select) => select.where("firings.ended_at", "is", null));
  return readPage(matching, { ...query, sort: query.sort ?? "-beganDate" }, newestFirst);
}

export function listFiringsOf(tx: Tx, monitorId: string, query: PageQuery): Promise<Page<FiringRow> | Refused> {
  const matching = firings(tx).where("firings.monitor_id", "=", monitorId);
  return readPage(matching, { ...query, sort: query.sort ?? "-beganDate" }, newestFirst);
}

/** The first user to acknowledge it is stored. */
export async function acknowledge(tx: Tx, firingId: string, userId: string): Promise<void> {
  await tx
    .updateTable("firings")
    .set({ acknowledged_at: new Date(), acknowledged_by: userId })
    .where("id", "=", firingId)
    .where("acknowledged_at", "is", null)
    .execute();
}

/** The limit of the filter in the list of executions. */
const maxVersions = 100;

export interface WatchedVersions {
  readonly ids: readonly string[];
  /** The outcome field of the newest version. */
  readonly outcomeField: string | null;
}

export async function readVersions(tx: Tx, solutionId: string): Promise<WatchedVersions> {
  const rows = await tx
    .selectFrom("versions")
    .where("solution_id", "=", solutionId)
    .where("desired", "is not", null)
    .select("id")
    .orderBy("id", "desc")
    .limit(maxVersions)
    .execute();
  const newest = rows[0];
  if (newest === undefined) return { ids: [], outcomeField: null };
  const { definition } = await tx.selectFrom("versions").where("id", "=", newest.id).select("definition").executeTakeFirstOrThrow();
  const parsed = parseDefinition(JSON.parse(definition));
  const fields = parsed.ok ? parsed.definition.runtimeDatasetFields : [];
  return { ids: rows.map(({ id: versionId }) => versionId), outcomeField: likelyOutcomeField(fields, fields) };
}
