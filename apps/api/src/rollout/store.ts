import type { GuardState, KnownOutcome, PageQuery, RampStep, RolloutCreate, RolloutGuard } from "@airlock/contract";
import type { RolledOut } from "@airlock/backend/rollouts";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { userNameOf } from "../user/name-sql.ts";

export interface RolloutRow extends RolledOut {
  readonly solution_name: string;
  readonly number: number;
  readonly kind: "shadow" | "split" | "ramp";
  readonly status: "running" | "promoted" | "ended" | "rolledBack";
  readonly version_name: string;
  readonly live_version_id: string;
  readonly live_version_name: string;
  /** In units of 1/10,000. */
  readonly share: number;
  readonly field: string | null;
  readonly steps: readonly RampStep[];
  readonly step: number;
  readonly step_at: Date | null;
  readonly guards: readonly RolloutGuard[];
  readonly guard_states: readonly GuardState[];
  readonly known_outcome: KnownOutcome | null;
  readonly reason: string;
  readonly message: string;
  readonly request_id: string | null;
  readonly began_at: Date | null;
  readonly ended_at: Date | null;
  readonly created_at: Date;
  readonly created_by_name: string;
  readonly revision: number;
}

function rollouts(tx: Tx) {
  return (
    tx
      .selectFrom("rollouts")
      .innerJoin("versions", "versions.id", "rollouts.version_id")
      .innerJoin("versions as live_version", "live_version.id", "rollouts.live_version_id")
      .innerJoin("solutions", "solutions.id", "rollouts.solution_id")
      .where("solutions.deleted_at", "is", null)
      .select([
        "rollouts.id",
        "rollouts.organisation_id",
        "rollouts.solution_id",
        "solutions.name as solution_name",
        "rollouts.number",
        "rollouts.kind",
        "rollouts.status",
        "rollouts.version_id",
        "versions.name as version_name",
        "rollouts.live_version_id",
        "live_version.name as live_version_name",
        "rollouts.share",
        "rollouts.field",
        "rollouts.step",
        "rollouts.step_at",
        "rollouts.reason",
        "rollouts.message",
        "rollouts.request_id",
        "rollouts.release_id",
        "rollouts.began_at",
        "rollouts.ended_at",
        "rollouts.created_at",
        userNameOf(sql`rollouts.created_by`).as("created_by_name"),
        "rollouts.revision",
      ])
      // Written by `createRollout`, `changeShare` and the worker in this form.
      .select([
        sql<readonly RampStep[]>`rollouts.steps`.as("steps"),
        sql<readonly RolloutGuard[]>`rollouts.guards`.as("guards"),
        sql<readonly GuardState[]>`rollouts.guard_states`.as("guard_states"),
        sql<KnownOutcome | null>`rollouts.known_outcome`.as("known_outcome"),
      ])
  );
}

export function findRollout(tx: Tx, id: string, lock: boolean): Promise<RolloutRow | undefined> {
  return rollouts(tx)
    .where("rollouts.id", "=", id)
    .$if(lock, (query) => query.forUpdate("rollouts"))
    .executeTakeFirst();
}

const id = sql<string>`rollouts.id`;

export function listRollouts(tx: Tx, solutionId: string, query: PageQuery): Promise<Page<RolloutRow> | Refused> {
  const ofSolution = rollouts(tx).where("rollouts.solution_id", "=", solutionId);
  return readPage(ofSolution, { ...query, sort: query.sort ?? "-createdDate" }, { sorts: { createdDate: id }, id });
}

/** Whether a shadow, or a split or a ramp, is running. The caller has locked the solution's row, so that no two start concurrently. */
export async function isRunning(tx: Tx, solutionId: string, kind: RolloutRow["kind"]): Promise<boolean> {
  const row = await tx
    .selectFrom("rollouts")
    .where("solution_id", "=", solutionId)
    .where("status", "=", "running")
    .where("kind", kind === "shadow" ? "=" : "!=", "shadow")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a running rollout uses this version. */
export async function isInRollout(tx: Tx, versionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("rollouts")
    .where("version_id", "=", versionId)
    .where("status", "=", "running")
    .select("id")
    .executeTakeFirst();
  return row !== undefined;
}

export function partsOf(percent: number): number {
  return Math.round(percent * 100);
}

/** The caller has locked the solution's row, so that no two rollouts get the same number. */
export async function createRollout(
  tx: Tx,
  actor: Actor,
  solutionId: string,
  fields: RolloutCreate,
  found: { readonly liveVersionId: string; readonly requestId: string | null },
): Promise<string> {
  const rolloutId = newId();
  const { last } = await tx
    .selectFrom("rollouts")
    .where("solution_id", "=", solutionId)
    .select(sql<number>`coalesce(max(number), 0)`.as("last"))
    .executeTakeFirstOrThrow();
  const { kind, steps, guards, knownOutcome, field, reason } = fields;
  await tx
    .insertInto("rollouts")
    .values({
      id: rolloutId,
      organisation_id: actor.organisationId,
      solution_id: solutionId,
      number: last + 1,
      kind,
      version_id: fields.versionWss,
      live_version_id: found.liveVersionId,
      share: partsOf(fields.share ?? steps[0]?.share ?? 100),
      field,
      steps: JSON.stringify(steps),
      guards: JSON.stringify(guards),
      known_outcome: knownOutcome === null ? null : JSON.stringify(knownOutcome),
      reason,
      request_id: found.requestId,
    })
    .execute();
  return rolloutId;
}

/**
 * Guards start again, because they compare with the share: decisions made with the share before would break them. A ramp restarts its step with this
 * share, and skips steps up to this share.
 */
export async function changeShare(tx: Tx, row: RolloutRow, percent: number): Promise<void> {
  const { kind, steps, step } = row;
  const rest = steps.slice(step + 1).filter(({ share }) => share > percent);
  const current = steps[step];
  const changed =
    kind !== "ramp" || current === undefined
      ? {}
      : { steps: JSON.stringify([...steps.slice(0, step), { ...current, share: percent }, ...rest]), message: "" };
  const restarted = row.began_at === null ? {} : { step_at: sql<Date>`now()`, guard_states: "[]" };
  await tx
    .updateTable("rollouts")
    .set({ share: partsOf(percent), ...changed, ...restarted })
    .where("id", "=", row.id)
    .execute();
}

export async function setKnownOutcome(tx: Tx, rolloutId: string, knownOutcome: KnownOutcome | null): Promise<void> {
  await tx
    .updateTable("rollouts")
    .set({ known_outcome: knownOutcome === null ? null : JSON.stringify(knownOutcome) })
    .where("id", "=", rolloutId)
    .execute();
}
