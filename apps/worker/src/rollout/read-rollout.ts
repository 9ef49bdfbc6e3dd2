import { countedVersions } from "@airlock/backend/executions";
import { approvalOf, type CountedRollout, type RolledOut } from "@airlock/backend/rollouts";
import type { Approval } from "@airlock/backend/releases";
import { guardState, leaseMillis, rampStep, rolloutGuard, type GuardState, type RampStep, type RolloutGuard } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";

/** A running split or ramp, as the worker evaluates it. */
export interface RunningRollout extends RolledOut {
  readonly kind: "shadow" | "split" | "ramp";
  /** In units of 1/10,000. */
  readonly share: number;
  readonly steps: readonly RampStep[];
  readonly step: number;
  readonly stepAt: Date | undefined;
  readonly guards: readonly RolloutGuard[];
  readonly guardStates: readonly GuardState[];
  readonly message: string;
  readonly counted: CountedRollout;
  readonly approval: Approval;
}

/** Undefined if there is nothing to evaluate: it has ended, has not started, or is being promoted. */
export async function readRollout(tx: Tx, rolloutId: string): Promise<RunningRollout | undefined> {
  const row = await tx
    .selectFrom("rollouts")
    .leftJoin("releases", "releases.id", "rollouts.release_id")
    .where("rollouts.id", "=", rolloutId)
    .where("rollouts.status", "=", "running")
    .where("rollouts.began_at", "is not", null)
    .selectAll("rollouts")
    .select("releases.status as promotion")
    .executeTakeFirst();
  if (row === undefined || row.promotion === "scheduled" || row.began_at === null) return undefined;
  const versions = await countedVersions(tx, [row.live_version_id, row.version_id], 2);
  const arm = (id: string) => ({ id, outcome: versions.find((version) => version.id === id)?.outcome });
  const rolledOut: RolledOut = row;
  return {
    ...rolledOut,
    kind: row.kind,
    share: row.share,
    steps: rampStep.array().parse(row.steps),
    step: row.step,
    stepAt: row.step_at ?? undefined,
    guards: rolloutGuard.array().parse(row.guards),
    guardStates: guardState.array().parse(row.guard_states),
    message: row.message,
    counted: {
      id: row.id,
      organisationId: row.organisation_id,
      versions: { champion: arm(row.live_version_id), challenger: arm(row.version_id) },
      since: countedFrom(row.began_at, row.step_at),
    },
    approval: await approvalOf(tx, row, false),
  };
}

/**
 * Live runtimes apply another share within the time of a lease. The decisions that they make with the share before must not break the guard of the
 * volume. Before a rollout has begun they make none.
 */
function countedFrom(began: Date, step: Date | null): number {
  return step === null || step <= began ? (step ?? began).getTime() : step.getTime() + leaseMillis;
}
