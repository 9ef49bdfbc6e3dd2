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
/** As in start-counting.ts: a mark becomes visible when its insert ends, with the time at which it began. */
const overlapMillis = 5 * settleMillis;
const everythingMillis = 3_600_000;

/**
 * Counts durations, outcomes and reason codes of marked minutes. Separate from counting, because it needs Postgres: usage is counted even while
 * Postgres is unavailable. Minutes from before these columns existed are counted a day at a time, between new ones.
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

/** Where the execution records of an organisation's versions have their outcomes. */
function outcomeSources(postgres: Postgres) {
  return async (organisationId: string, versionIds: readonly string[]): Promise<OutcomeSources> => {
    const versions = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
      countedVersions(tx, versionIds, versionIds.length),
    );
    return new Map(versions.flatMap(({ id, outcome }): [string, OutcomeSource][] => (outcome === undefined ? [] : [[id, outcome]])));
  };
}
