import type { GateResult, PageQuery, ReleasePolicy, RequestEventKind } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { userNameOf } from "../user/name-sql.ts";

export interface ReleaseRequestRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly number: number;
  readonly version_id: string;
  readonly version_name: string;
  readonly live_version_id: string | null;
  readonly live_version_name: string | null;
  readonly description: string;
  readonly status: "open" | "released" | "rejected" | "withdrawn";
  readonly gates_state: "running" | "done";
  readonly gates_at: Date | null;
  readonly gates: readonly GateResult[];
  readonly comparison_id: string | null;
  readonly datasource_comparison_id: string | null;
  readonly datasource_problem: string;
  readonly release_id: string | null;
  /** The policy under which it ended. */
  readonly ended_policy: ReleasePolicy | null;
  readonly is_bypassed: boolean;
  /** Number of valid approvals of its version. */
  readonly approvals: number;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly created_by_name: string;
  readonly revision: number;
}

const approvals = sql<number>`(
  select count(*)::int from release_request_events e
  where e.request_id = release_requests.id and e.kind = 'approved' and not e.is_void and e.version_id = release_requests.version_id
)`;

const isBypassed = sql<boolean>`exists (
  select from release_request_events e where e.request_id = release_requests.id and e.kind = 'bypassed'
)`;

function requests(tx: Tx) {
  return (
    tx
      .selectFrom("release_requests")
      .innerJoin("versions", "versions.id", "release_requests.version_id")
      .innerJoin("solutions", "solutions.id", "release_requests.solution_id")
      .where("solutions.deleted_at", "is", null)
      // The live version while it is open, afterwards the one that was live when it ended.
      .leftJoin("releases as live", (join) =>
        join
          .onRef("live.solution_id", "=", "release_requests.solution_id")
          .on("live.status", "=", "live")
          .on("release_requests.status", "=", "open"),
      )
      .leftJoin("versions as live_version", (join) =>
        join.on("live_version.id", "=", sql<string>`coalesce(live.version_id, release_requests.live_version_id)`),
      )
      .select([
        "release_requests.id",
        "release_requests.organisation_id",
        "release_requests.solution_id",
        "solutions.name as solution_name",
        "release_requests.number",
        "release_requests.version_id",
        "versions.name as version_name",
        "live_version.id as live_version_id",
        "live_version.name as live_version_name",
        "release_requests.description",
        "release_requests.status",
        "release_requests.gates_state",
        "release_requests.gates_at",
        // Written by the worker in this form.
        sql<readonly GateResult[]>`release_requests.gates`.as("gates"),
        "release_requests.comparison_id",
        "release_requests.datasource_comparison_id",
        "release_requests.datasource_problem",
        "release_requests.release_id",
        // Written by `endRequest` in this form.
        sql<ReleasePolicy | null>`release_requests.ended_policy`.as("ended_policy"),
        isBypassed.as("is_bypassed"),
        approvals.as("approvals"),
        "release_requests.created_at",
        "release_requests.created_by",
        userNameOf(sql`release_requests.created_by`).as("created_by_name"),
        "release_requests.revision",
      ])
  );
}

export function findRequest(tx: Tx, id: string, lock: boolean): Promise<ReleaseRequestRow | undefined> {
  return requests(tx)
    .where("release_requests.id", "=", id)
    .$if(lock, (query) => query.forUpdate("release_requests"))
    .executeTakeFirst();
}

const id = sql<string>`release_requests.id`;

export function listRequests(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<ReleaseRequestRow> | Refused> {
  const ofSolution = requests(tx).where("release_requests.solution_id", "=", solutionId);
  return readPage(ofSolution, { ...query, sort: query.sort ?? "-createdDate" }, { sorts: { createdDate: id }, id });
}

export interface EventRow {
  readonly kind: RequestEventKind;
  readonly text: string;
  readonly version_name: string;
  readonly created_at: Date;
  readonly created_by: string | null;
  readonly created_by_name: string;
  readonly is_void: boolean;
}

/** Limit of displayed entries of a thread: the newest. */
const threadLength = 500;

export async function readThread(tx: Tx, requestId: string): Promise<readonly EventRow[]> {
  const newest = await tx
    .selectFrom("release_request_events as event")
    .innerJoin("versions", "versions.id", "event.version_id")
    .where("event.request_id", "=", requestId)
    .select(["event.kind", "event.text", "versions.name as version_name", "event.created_at", "event.created_by", "event.is_void"])
    .select(userNameOf(sql`event.created_by`).as("created_by_name"))
    .orderBy("event.id", "desc")
    .limit(threadLength)
    .execute();
  return newest.toReversed();
}

export async function hasOpenRequest(tx: Tx, solutionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("release_requests")
    .where("solution_id", "=", solutionId)
    .where("status", "=", "open")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** The caller has locked the solution's row, so that no two requests get the same number. */
export async function createRequest(
  tx: Tx,
  actor: Actor,
  solutionId: string,
  { versionWss, description }: { readonly versionWss: string; readonly description: string },
): Promise<string> {
  const requestId = newId();
  const { last } = await tx
    .selectFrom("release_requests")
    .where("solution_id", "=", solutionId)
    .select(sql<number>`coalesce(max(number), 0)`.as("last"))
    .executeTakeFirstOrThrow();
  await tx
    .insertInto("release_requests")
    .values({
      id: requestId,
      organisation_id: actor.organisationId,
      solution_id: solutionId,
      number: last + 1,
      version_id: versionWss,
      description,
    })
    .execute();
  return requestId;
}

export async function addEvent(
  tx: Tx,
  { id: requestId, organisation_id, version_id }: Pick<ReleaseRequestRow, "id" | "organisation_id" | "version_id">,
  kind: RequestEventKind,
  text: string,
): Promise<void> {
  await tx
    .insertInto("release_request_events")
    .values({ id: newId(), organisation_id, request_id: requestId, kind, text, version_id })
    .execute();
}

/** Approvals of another version do not apply to this one. */
export async function replaceVersion(tx: Tx, requestId: string, versionId: string): Promise<void> {
  await tx.updateTable("release_requests").set({ version_id: versionId, gates: "[]" }).where("id", "=", requestId).execute();
  await tx
    .updateTable("release_request_events")
    .set({ is_void: true })
    .where("request_id", "=", requestId)
    .where("kind", "=", "approved")
    .where("is_void", "=", false)
    .execute();
}

/** A comparison of an earlier run of the gates, which is deleted. */
export interface EarlierComparison {
  readonly id: string;
  readonly isUnderWay: boolean;
}

/** Returns the number of this run of the gates, and the comparisons of the previous run. */
export async function beginGates(
  tx: Tx,
  requestId: string,
): Promise<{ readonly run: number; readonly earlier: readonly EarlierComparison[] }> {
  const earlier = await tx
    .deleteFrom("comparisons")
    .using("release_requests")
    .where("release_requests.id", "=", requestId)
    .where(sql<boolean>`comparisons.id in (release_requests.comparison_id, release_requests.datasource_comparison_id)`)
    .returning(["comparisons.id", sql<boolean>`comparisons.status in ('waiting', 'running')`.as("isUnderWay")])
    .execute();
  const { gates_run: run } = await tx
    .updateTable("release_requests")
    .set({
      gates_state: "running",
      gates_run: sql<number>`gates_run + 1`,
      comparison_id: null,
      datasource_comparison_id: null,
      datasource_problem: "",
    })
    .where("id", "=", requestId)
    .returning("gates_run")
    .executeTakeFirstOrThrow();
  return { run, earlier };
}

export async function hasApproved(tx: Tx, { id: requestId, version_id }: ReleaseRequestRow, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("release_request_events")
    .where("request_id", "=", requestId)
    .where("version_id", "=", version_id)
    .where("kind", "=", "approved")
    .where("is_void", "=", false)
    .where("created_by", "=", userId)
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether it is the user's own change: they requested the release, proposed one of its versions, created the version, or saved the solution between
 * the live version and this one. For a version that is older than the live one: since the version that was live before both.
 */
export async function isOwnChange(tx: Tx, { id: requestId }: Pick<ReleaseRequestRow, "id">, userId: string): Promise<boolean> {
  const { rows } = await sql<{ readonly own: boolean }>`
    with request as (
      select * from release_requests where id = ${requestId}
    ), drawn as (
      -- Versions of earlier releases do not have the revision of their draft: by their time.
      select v.id, v.created_by, coalesce(v.draft_revision, (
        select max(s.revision) from saves s where s.solution_id = v.solution_id and s.saved_at <= v.created_at
      ), 0) as revision
      from versions v where v.solution_id = (select solution_id from request)
    )
    select request.created_by = ${userId} or version.created_by = ${userId}
      or exists (
        select from release_request_events e
        where e.request_id = request.id and e.kind = 'replaced' and e.created_by = ${userId}
      )
      or exists (
        select from saves s
        where s.solution_id = request.solution_id and s.saved_by = ${userId} and s.revision <= version.revision
          and s.revision > coalesce((
            select max(before.revision) from releases r join drawn before on before.id = r.version_id
            where r.live_at is not null and before.revision <= version.revision and before.revision <= live.revision
          ), 0)
      ) as own
    from request join drawn version on version.id = request.version_id
    left join (select r.solution_id, d.revision from releases r join drawn d on d.id = r.version_id where r.status = 'live') live
      on live.solution_id = request.solution_id
  `.execute(tx);
  return rows[0]?.own ?? true;
}
