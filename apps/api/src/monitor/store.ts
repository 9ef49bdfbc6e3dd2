import {
  measureTitle,
  type MonitorCreate,
  type MonitorJudgement,
  type MonitorMeasure,
  type MonitorPoint,
  type MonitorRule,
  type MovedOutcome,
  type MonitorUpdate,
  type PageQuery,
  type UsualRange,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { userNameOf } from "../user/name-sql.ts";

export interface MonitorRow {
  readonly id: string;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly name: string;
  readonly measure: MonitorMeasure;
  readonly rule: MonitorRule;
  readonly window_minutes: number;
  readonly min_decisions: number;
  readonly notify: readonly { readonly kind: "user" | "group"; readonly id: string; readonly name: string }[];
  readonly muted_until: Date | null;
  readonly judgement: MonitorJudgement;
  readonly value: number | null;
  readonly decisions: number | null;
  readonly usual: UsualRange | null;
  readonly moved: MovedOutcome | null;
  readonly points: readonly MonitorPoint[];
  readonly judged_at: Date | null;
  readonly unjudged_since: Date | null;
  readonly firing_id: string | null;
  readonly firing_since: Date | null;
  readonly acknowledged_at: Date | null;
  readonly created_at: Date;
  readonly created_by_name: string;
  readonly revision: number;
}

/** Without users and groups that were deleted since. */
const notify = sql<MonitorRow["notify"]>`coalesce((
  select json_agg(json_build_object('kind', kind, 'id', id, 'name', name) order by kind, lower(name)) from (
    select 'user' as kind, u.id, trim(coalesce(u.first_name, '') || ' ' || u.name) as name from users u
    where u.id = any(monitors.notify_users) and u.organisation_id = monitors.organisation_id
    union all
    select 'group', g.id, g.name from groups g where g.id = any(monitors.notify_groups) and g.organisation_id = monitors.organisation_id
  ) notified
), '[]')`;

function monitors(tx: Tx) {
  return tx
    .selectFrom("monitors")
    .innerJoin("solutions", "solutions.id", "monitors.solution_id")
    .where("solutions.deleted_at", "is", null)
    .leftJoin("firings", (join) => join.onRef("firings.monitor_id", "=", "monitors.id").on("firings.ended_at", "is", null))
    .select([
      "monitors.id",
      "monitors.solution_id",
      "solutions.name as solution_name",
      "monitors.name",
      // Written in these forms, and validated before.
      sql<MonitorMeasure>`monitors.measure`.as("measure"),
      sql<MonitorRule>`monitors.rule`.as("rule"),
      "monitors.window_minutes",
      "monitors.min_decisions",
      notify.as("notify"),
      "monitors.muted_until",
      "monitors.judgement",
      "monitors.value",
      "monitors.decisions",
      sql<UsualRange | null>`monitors.usual`.as("usual"),
      sql<MovedOutcome | null>`monitors.moved`.as("moved"),
      sql<readonly MonitorPoint[]>`monitors.points`.as("points"),
      "monitors.judged_at",
      "monitors.unjudged_since",
      "firings.id as firing_id",
      "firings.began_at as firing_since",
      "firings.acknowledged_at",
      "monitors.created_at",
      userNameOf(sql`monitors.created_by`).as("created_by_name"),
      "monitors.revision",
    ]);
}

export function findMonitor(tx: Tx, id: string, lock: boolean): Promise<MonitorRow | undefined> {
  return monitors(tx)
    .where("monitors.id", "=", id)
    .$if(lock, (query) => query.forUpdate("monitors"))
    .executeTakeFirst();
}

/** Firing ones first, and among them those that are not acknowledged. */
const byState = sql<string>`(case when firings.id is null then '2' when firings.acknowledged_at is null then '0' else '1' end)
  || ' ' || lower(solutions.name) || ' ' || lower(monitors.name)`;

export function listMonitors(tx: Tx, query: PageQuery, solutionId?: string): Promise<Page<MonitorRow> | Refused> {
  const { search = "" } = query;
  const matching = monitors(tx)
    .$if(solutionId !== undefined, (select) => select.where("monitors.solution_id", "=", solutionId ?? ""))
    .$if(search !== "", (select) =>
      select.where((where) =>
        where.or([where("monitors.name", "ilike", containing(search)), where("solutions.name", "ilike", containing(search))]),
      ),
    );
  const sorts = { state: byState, name: sql<string>`lower(monitors.name)`, createdDate: sql<string>`monitors.id` };
  return readPage(matching, query, { sorts, id: sql<string>`monitors.id` });
}

export async function countMonitors(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom("monitors")
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function createMonitor(
  tx: Tx,
  { organisationId }: Pick<Actor, "organisationId">,
  solutionId: string,
  fields: MonitorCreate,
  predictionName: string | undefined,
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("monitors")
    .values({
      id,
      organisation_id: organisationId,
      solution_id: solutionId,
      name: fields.name ?? measureTitle(fields.measure, predictionName),
      measure: JSON.stringify(fields.measure),
      rule: JSON.stringify(fields.rule),
      window_minutes: fields.windowMinutes,
      min_decisions: fields.minDecisions,
      notify_users: [...new Set(fields.notifyUsers)],
      notify_groups: [...new Set(fields.notifyGroups)],
    })
    .execute();
  return id;
}

export async function updateMonitor(tx: Tx, { id }: Pick<MonitorRow, "id">, fields: MonitorUpdate): Promise<void> {
  const { name, measure, rule, windowMinutes, minDecisions, notifyUsers, notifyGroups } = fields;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(measure === undefined ? {} : { measure: JSON.stringify(measure) }),
    ...(rule === undefined ? {} : { rule: JSON.stringify(rule) }),
    ...(windowMinutes === undefined ? {} : { window_minutes: windowMinutes }),
    ...(minDecisions === undefined ? {} : { min_decisions: minDecisions }),
    ...(notifyUsers === undefined ? {} : { notify_users: [...new Set(notifyUsers)] }),
    ...(notifyGroups === undefined ? {} : { notify_groups: [...new Set(notifyGroups)] }),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("monitors").set(changes).where("id", "=", id).execute();
}

/** Results of another rule are discarded; a firing that ends keeps the chart. */
export async function judgeAgain(tx: Tx, { id }: Pick<MonitorRow, "id">): Promise<void> {
  await tx
    .updateTable("firings")
    .from("monitors")
    .set({ ended_at: new Date(), points: sql<string>`monitors.points` })
    .whereRef("monitors.id", "=", "firings.monitor_id")
    .where("firings.monitor_id", "=", id)
    .where("firings.ended_at", "is", null)
    .execute();
  await tx
    .updateTable("monitors")
    .set({
      judgement: "waiting",
      value: null,
      decisions: null,
      usual: null,
      moved: null,
      points: "[]",
      judged_at: null,
      tried_at: null,
      unjudged_since: null,
    })
    .where("id", "=", id)
    .execute();
}

export async function muteMonitor(tx: Tx, id: string, until: Date | null): Promise<void> {
  await tx.updateTable("monitors").set({ muted_until: until }).where("id", "=", id).execute();
}

export async function deleteMonitor(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("monitors").where("id", "=", id).execute();
}

/** How many of these ids are users, or groups, of the organisation. */
export async function countOwn(tx: Tx, table: "users" | "groups", organisationId: string, ids: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .where(sql<boolean>`id = any(${[...ids]})`)
    .where("organisation_id", "=", organisationId)
    .select(sql<number>`count(*)::int`.as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function findPredictionName(tx: Tx, id: string): Promise<string | undefined> {
  return (await tx.selectFrom("predictions").where("id", "=", id).select("name").executeTakeFirst())?.name;
}
