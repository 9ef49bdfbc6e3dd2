import { beginRelease, confirmRelease, type ReleaseParts } from "@airlock/backend/deployments";
import { approvalOf, countArms, endRollout, promoteRollout } from "@airlock/backend/rollouts";
import { newId, type Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Jobs } from "@airlock/platform/jobs";
import type { Postgres, Tenant, Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { runningRollouts, takeTask } from "../across-organisations.ts";
import type { RuntimeBuckets } from "../jobs/runtime-buckets.ts";
import { judgeGuards, judgeStep, type JudgedGuard } from "./judge-guards.ts";
import { readRollout, type RunningRollout } from "./read-rollout.ts";

export interface WatchRolloutsOptions {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly buckets: Pick<RuntimeBuckets, "open">;
  readonly log: Log;
}

/** Interval at which one of the workers evaluates rollouts. */
export const watchSeconds = 2;
/** Evaluated concurrently: one whose runtimes do not confirm must not block the others. */
const concurrency = 8;
/** Guards use the latest decisions, this many times their minimum. */
const latestMinimums = 10;
const leastLatest = 1_000;
/** A rollout whose executions take long to count is counted less often. */
const restPerQuery = 5;

const noApproval = "The release policy requires an approved release request, and this version has none.";

/** Evaluates running splits and ramps: rolls back those with a broken guard, and takes the due steps of ramps. */
export function createWatchRollouts({ postgres, clickhouse, buckets, log }: WatchRolloutsOptions) {
  /** By rollout: when it may be counted next, by the clock of this process. */
  const rests = new Map<string, number>();

  return async function watchRollouts(jobs: Pick<Jobs, "send">): Promise<void> {
    // Less than the interval, so that the rounds of two workers do not coincide and a slightly late one does not lose its round.
    if (!(await takeTask(postgres, "rollouts", watchSeconds * 0.75))) return;
    const running = await runningRollouts(postgres);
    const ids = new Set(running.map(({ id }) => id));
    for (const id of rests.keys()) if (!ids.has(id)) rests.delete(id);
    const due = running.filter(({ id }) => (rests.get(id) ?? 0) <= performance.now());
    const waiting = due.values();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const { organisationId, id } of waiting) {
          try {
            await tend(jobs, { organisationId, userId: null }, id);
          } catch (error) {
            log.warn({ err: error, rolloutId: id }, "a rollout could not be evaluated");
          }
        }
      }),
    );
  };

  async function tend(jobs: Pick<Jobs, "send">, tenant: Tenant, rolloutId: string): Promise<void> {
    const rollout = await postgres.inOrganisation(tenant, (tx) => readRollout(tx, rolloutId));
    if (rollout === undefined) return;
    if (rollout.approval.kind === "missing") return rollBack(jobs, tenant, rollout, noApproval, rollout.guardStates);
    const judged = judgeGuards(rollout.guards, await count(rollout), rollout.share / 100);
    const states = judged.map(({ measure, state, value, decisions }) => ({ measure, state, value, decisions }));
    const broken = judged.filter(({ state }) => state === "broken").map(({ sentence }) => sentence);
    if (broken.length > 0) return rollBack(jobs, tenant, rollout, broken.join(" "), states);
    const message = await takeStep(jobs, tenant, rollout, judged);
    if (message === undefined) return;
    if (JSON.stringify(states) === JSON.stringify(rollout.guardStates) && message === rollout.message) return;
    await postgres.inOrganisation(tenant, (tx) =>
      current(tx, rollout)
        .set({ guard_states: JSON.stringify(states), ...(message === rollout.message ? {} : { message }) })
        .execute(),
    );
  }

  /** Undefined if the executions cannot be read: then nothing is rolled back, and no step is taken. */
  async function count(rollout: RunningRollout) {
    if (rollout.guards.length === 0) return undefined;
    const latest = Math.max(leastLatest, latestMinimums * Math.max(...rollout.guards.map(({ minimum }) => minimum)));
    const began = performance.now();
    try {
      return await countArms(clickhouse, rollout.counted, latest);
    } catch (error) {
      log.warn({ err: error, rolloutId: rollout.id }, "the guards of a rollout could not be evaluated");
      return undefined;
    } finally {
      const ended = performance.now();
      rests.set(rollout.id, ended + restPerQuery * (ended - began));
    }
  }

  async function rollBack(
    jobs: Pick<Jobs, "send">,
    tenant: Tenant,
    { id, solution_id: solutionId }: RunningRollout,
    message: string,
    states: RunningRollout["guardStates"],
  ): Promise<void> {
    const { organisationId } = tenant;
    const isEnded = await postgres.inOrganisation(tenant, async (tx) => {
      if (!(await endRollout(tx, id, { status: "rolledBack", message }))) return false;
      await tx
        .updateTable("rollouts")
        .set({ guard_states: JSON.stringify(states) })
        .where("id", "=", id)
        .execute();
      await jobs.send(tx, "release.publish", { organisationId, solutionId }, workIds());
      await jobs.send(tx, "rollout.announce", { organisationId, rolloutId: id }, workIds());
      return true;
    });
    if (!isEnded) return;
    log.warn({ rolloutId: id, solutionId, message }, "a rollout was rolled back");
    await confirmRelease(await releaseParts(), tenant, solutionId);
  }

  /** The message to store; undefined if a step was taken, which has stored its own. */
  async function takeStep(
    jobs: Pick<Jobs, "send">,
    tenant: Tenant,
    rollout: RunningRollout,
    judged: readonly JudgedGuard[],
  ): Promise<string | undefined> {
    const step = rollout.steps[rollout.step];
    if (rollout.kind !== "ramp" || step === undefined || rollout.stepAt === undefined) return rollout.message;
    const { kind, message } = judgeStep(step, Date.now() - rollout.stepAt.getTime(), judged, rollout.guards);
    // What the previous step lacked stays in the message until there is another one.
    if (kind === "stay") return message === "" ? rollout.message : message;
    // While the gates run again, their result is unknown.
    if (rollout.approval.kind === "checking") return rollout.message;
    const next = rollout.steps[rollout.step + 1];
    return next === undefined ? release(jobs, tenant, rollout) : advance(jobs, tenant, rollout, partsOf(next.share), message);
  }

  async function advance(
    jobs: Pick<Jobs, "send">,
    tenant: Tenant,
    rollout: RunningRollout,
    share: number,
    message: string,
  ): Promise<undefined> {
    const { organisation_id: organisationId, solution_id: solutionId } = rollout;
    const isTaken = await postgres.inOrganisation(tenant, async (tx) => {
      if (!(await isAllowed(tx, rollout))) return false;
      const { numUpdatedRows } = await current(tx, rollout)
        .set({ step: rollout.step + 1, share, step_at: sql<Date>`now()`, message, guard_states: "[]" })
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      await jobs.send(tx, "release.publish", { organisationId, solutionId }, workIds());
      return true;
    });
    if (!isTaken) return;
    log.info({ rolloutId: rollout.id, solutionId, step: rollout.step + 1, share }, "a ramp took its next step");
    await confirmRelease(await releaseParts(), tenant, solutionId);
  }

  /** After the last step, the same way as a promotion. */
  async function release(jobs: Pick<Jobs, "send">, tenant: Tenant, rollout: RunningRollout): Promise<undefined> {
    const releaseId = await postgres.inOrganisation(tenant, async (tx) => {
      const { numUpdatedRows } = await current(tx, rollout).set({ message: "" }).executeTakeFirst();
      if (numUpdatedRows === 0n) return undefined;
      const { reason } = await tx.selectFrom("rollouts").where("id", "=", rollout.id).select("reason").executeTakeFirstOrThrow();
      const found = await promoteRollout(tx, rollout, reason);
      if (found !== undefined) await jobs.send(tx, "release.begin", { organisationId: tenant.organisationId, releaseId: found }, workIds());
      return found;
    });
    if (releaseId === undefined) return;
    log.info({ rolloutId: rollout.id, releaseId }, "a ramp is over, and its version is released");
    await beginRelease(await releaseParts(), tenant, releaseId);
  }

  async function releaseParts(): Promise<ReleaseParts> {
    const { deployments, releases, models, scores, lists, runtimes } = await buckets.open();
    return { postgres, deployments, releases, models, scores, lists, runtimes, log };
  }
}

async function isAllowed(tx: Tx, rollout: RunningRollout): Promise<boolean> {
  const { kind } = await approvalOf(tx, rollout, true);
  return kind === "notNeeded" || kind === "approved";
}

/** The row, if it is unchanged since it was evaluated. */
function current(tx: Tx, { id, step, share }: RunningRollout) {
  return tx
    .updateTable("rollouts")
    .where("id", "=", id)
    .where("status", "=", "running")
    .where("step", "=", step)
    .where("share", "=", share);
}

function partsOf(percent: number): number {
  return Math.round(percent * 100);
}

function workIds() {
  return { correlationId: newId(), requestId: newId() };
}
