import type { DeadLetters, Log } from "@airlock/platform";
import { standingErasures } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";
import { eraseDeadLetters, type DeadLetterRule } from "./erase-dead-letters.ts";
import { addErased } from "./run-erasure.ts";

export interface SweepDeadLettersParts {
  readonly postgres: Postgres;
  /** Undefined while JetStream is unavailable. */
  readonly deadLetters: () => Promise<DeadLetters | undefined>;
  readonly log: Log;
}

/** Limit per sweep; the next one continues. */
const maxLetters = 10_000;

/**
 * Applies erasures to the dead letters that arrived since the last sweep. All letters are searched again when this process starts and when there is
 * another erasure, because a letter may have arrived after its job had searched them and before it completed.
 */
export function createDeadLetterSweep({ postgres, deadLetters, log }: SweepDeadLettersParts) {
  let searched = { erasures: "", through: 0 };
  return async (signal: AbortSignal): Promise<void> => {
    const standing = await standingErasures(postgres);
    if (standing.length === 0) return;
    const letters = await deadLetters();
    if (letters === undefined) return;
    const erasures = standing.map(({ id }) => id).join(" ");
    const organisations = new Set(standing.map(({ organisationId }) => organisationId));
    let erased = 0;
    const { through } = await eraseDeadLetters({
      postgres,
      letters,
      rulesOf: async (organisationId) => (organisations.has(organisationId) ? readRules(postgres, organisationId) : []),
      onErased: async (organisationId, ruleId, count) => {
        erased += count;
        await addErased(postgres, organisationId, ruleId, count);
      },
      after: searched.erasures === erasures ? searched.through : 0,
      maxLetters,
      signal,
    });
    searched = { erasures, through };
    if (erased > 0) log.info({ erased }, "executions were erased from dead letters");
  };
}

function readRules(postgres: Postgres, organisationId: string): Promise<readonly DeadLetterRule[]> {
  return postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .selectFrom("erasures")
      .where("status", "=", "done")
      .select(["id", "field", "salt", "hash", "solution_id as solutionId"])
      .orderBy("id")
      .execute(),
  );
}
