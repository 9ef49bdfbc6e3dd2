import type { Log, Metrics, Nats } from "@airlock/platform";
import type { Jobs } from "@airlock/platform/jobs";
import { lastSequenceNumber, desiredState } from "@airlock/backend/deployments";
import { predictionsGone } from "../across-organisations.ts";
import type { Postgres } from "@airlock/platform/postgres";
import type { RuntimeBuckets } from "../jobs/runtime-buckets.ts";
import { reconcile, type EntryKind, type DesiredEntry } from "./reconcile.ts";
import { sweepModels } from "./sweep-models.ts";

export interface ReconcilingOptions {
  readonly postgres: Postgres;
  readonly nats: Pick<Nats, "onChange">;
  readonly buckets: RuntimeBuckets;
  readonly metrics: Pick<Metrics, "gauge">;
  readonly log: Log;
}

export interface Reconciling {
  /** Starts once jobs can be created. Resolves after the first comparison, even if it failed. */
  readonly start: (jobs: Jobs) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const reconcileMillis = 600_000;
const retryMillis = 5_000;
const pageSize = 1_000;

/** Compares the buckets with Postgres: at the start, whenever JetStream is available again (perhaps without its disk), and every ten minutes. */
export function createReconciling({ postgres, nats, buckets, metrics, log }: ReconcilingOptions): Reconciling {
  let isStopped = false;
  let entriesAhead = 0;
  let timer: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  /** JetStream came back while a comparison was running, which may have read the buckets before. */
  let isOutdated = false;
  metrics.gauge("airlock_entries_ahead", "Bucket entries that are newer than Postgres, which was restored.", () => entriesAhead);

  async function publishAgain(jobs: Jobs, kind: EntryKind, entries: readonly DesiredEntry[]): Promise<void> {
    for (const [organisationId, own] of Map.groupBy(entries, (entry) => entry.organisationId)) {
      await postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
        const ids = own.map(({ id }) => id);
        if (kind === "key") await jobs.send(tx, "keys.publish", { organisationId, keyIds: ids }, {});
        else if (kind === "secret") await jobs.send(tx, "secrets.publish", { organisationId, secretIds: ids }, {});
        else if (kind === "release")
          for (const { id } of own) await jobs.send(tx, "release.publish", { organisationId, solutionId: id }, {});
        else for (const { id } of own) await jobs.send(tx, "deployment.publish", { organisationId, versionId: id }, {});
      });
    }
  }

  /** One at a time, and one retry: otherwise each cause adds one while a server is unavailable. */
  function reconcileNow(jobs: Jobs): Promise<void> {
    running ??= compare(jobs).finally(() => {
      running = undefined;
      if (!isOutdated) return;
      isOutdated = false;
      void reconcileNow(jobs);
    });
    return running;
  }

  async function compare(jobs: Jobs): Promise<void> {
    if (isStopped) return;
    clearTimeout(retry);
    try {
      await buckets.createMissing();
      const { deployments, releases, models, scores, lists, keys, secrets } = await buckets.open();
      const { ahead, ...given } = await reconcile({
        desired: (kind, afterId) => desiredState(postgres, kind, afterId, pageSize),
        deployments,
        releases,
        scores,
        lists,
        keys,
        secrets,
        lastNumber: () => lastSequenceNumber(postgres),
        publish: (kind, missing) => publishAgain(jobs, kind, missing),
      });
      if (Object.values(given).some((count) => count > 0)) log.warn(given, "the buckets lacked entries, which are published again");
      if (ahead > 0) log.error({ ahead }, "Postgres was restored to an earlier time: accept the restore");
      entriesAhead = ahead;
      const swept = await sweepModels({ models, gone: (ids) => predictionsGone(postgres, ids) });
      if (swept > 0) log.info({ pieces: swept }, "models of deleted predictions were removed");
    } catch (error) {
      log.warn({ err: error }, "the buckets could not be compared with Postgres yet");
      retry = setTimeout(() => void reconcileNow(jobs), retryMillis).unref();
    }
  }

  return {
    start: async (jobs) => {
      timer = setInterval(() => void reconcileNow(jobs), reconcileMillis);
      nats.onChange((connected) => {
        if (!connected) return;
        isOutdated = running !== undefined;
        void reconcileNow(jobs);
      });
      await reconcileNow(jobs);
    },
    stop: () => {
      isStopped = true;
      clearInterval(timer);
      clearTimeout(retry);
      return Promise.resolve();
    },
  };
}
