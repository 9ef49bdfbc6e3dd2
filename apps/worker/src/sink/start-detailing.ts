import type { Log } from "@airlock/platform";
import { countedVersions, detailMinutes, settleMillis, type OutcomeSource, type OutcomeSources } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Postgres } from "@airlock/platform/postgres";
import { repeat } from "../repeat.ts";

export interface StartDetailingOptions {
  readonly clickhouse: ClickHouse;
  readonly postgres: Postgres;
  readonly log: Log;
}

const restMillis = 10_000;
/** As for counting: marks appear when their insert ends, with the time at which it began. */
const overlapMillis = 5 * settleMillis;
const everythingMillis = 3_600_000;

/**
 * Counts the durations, outcomes and reason codes of minutes that inserts marked. Apart from counting, because it needs Postgres: usage is
 * counted also while that is away. What is older than the columns is counted a day of it at a time, between what is new.
 */
export function startDetailing({ clickhouse, postgres, log }: StartDetailingOptions): { readonly stop: () => Promise<void> } {
  let since = 0;
  let wholeAt = 0;
  return repeat({
    name: "count details of minutes",
    restMillis,
    log,
    work: async (signal) => {
      const { began, isMoreDue } = await detailMinutes(clickhouse, { sourcesOf: outcomeSources(postgres), since, signal });
      if (since === 0) wholeAt = began;
      since = isMoreDue || began - wholeAt > everythingMillis ? 0 : began - overlapMillis;
    },
  });
}

/** Where the records of an organisation's versions have their outcomes. */
function outcomeSources(postgres: Postgres) {
  return async (organisationId: string, versionIds: readonly string[]): Promise<OutcomeSources> => {
    const versions = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
      countedVersions(tx, versionIds, versionIds.length),
    );
    return new Map(versions.flatMap(({ id, outcome }): [string, OutcomeSource][] => (outcome === undefined ? [] : [[id, outcome]])));
  };
}
