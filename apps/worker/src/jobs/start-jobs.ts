import { ensureDataPlane, logFor, openBucket, type Bucket, type Log, type Nats } from "@airlock/platform";
import { openJobs, type JobData, type JobName, type Jobs } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import { carryOut, publishKeys, publishScores, publishSecrets, watchRuntimes, type Runtimes } from "@airlock/platform/orders";
import { predictionsGone, standingOrders, type Postgres } from "@airlock/platform/postgres";
import type { Analytics } from "../analytics/analytics.ts";
import type { Comparisons } from "../comparison/comparisons.ts";
import type { LivePredictions } from "../drift/live-predictions.ts";
import type { Experiments } from "../experiment/experiments.ts";
import type { Datasets } from "../import/datasets.ts";
import type { PastExecutions } from "../execution/past-executions.ts";
import { reconcile, type OrderKind, type StandingOrder } from "../reconcile/reconcile.ts";
import { repeat } from "../repeat.ts";
import { sweepModels } from "../reconcile/sweep-models.ts";
import { createSendInvitation } from "../invitation/send-invitation.ts";

export interface RunningJobs {
  readonly running: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface StartJobsOptions {
  readonly url: string;
  readonly postgres: Postgres;
  readonly nats: Nats;
  readonly natsReplicas: number;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly past: Pick<PastExecutions, "runExport" | "removeExport" | "runErasure">;
  readonly datasets: Datasets;
  readonly runTraining: (data: JobData["prediction.train"]) => Promise<void>;
  readonly analytics: Analytics;
  readonly experiments: Experiments;
  readonly livePredictions: LivePredictions;
  readonly comparisons: Comparisons;
  readonly log: Log;
}

interface Buckets {
  readonly deployments: Bucket<"deployments">;
  readonly models: Bucket<"models">;
  readonly scores: Bucket<"scores">;
  readonly keys: Bucket<"keys">;
  readonly secrets: Bucket<"secrets">;
  readonly runtimes: Runtimes;
}

const retryMillis = 1_000;
const reconcileMillis = 600_000;
/** How late a run may begin. */
const scheduleMillis = 2_000;
const reconcileAgainMillis = 5_000;
const reconcilePage = 1_000;

/** Takes up jobs as soon as Postgres is there, however long that takes. */
export function startJobs(options: StartJobsOptions): RunningJobs {
  const { nats, log } = options;
  let jobs: Jobs | undefined;
  const stopping = new AbortController();

  async function buckets(): Promise<Buckets> {
    await ensureDataPlane(nats, { replicas: options.natsReplicas });
    return {
      deployments: await openBucket(nats, "deployments"),
      models: await openBucket(nats, "models"),
      scores: await openBucket(nats, "scores"),
      keys: await openBucket(nats, "keys"),
      secrets: await openBucket(nats, "secrets"),
      runtimes: watchRuntimes(await openBucket(nats, "runtimes"), log),
    };
  }
  let opened: ReturnType<typeof buckets> | undefined;
  async function bucketsOnce(): ReturnType<typeof buckets> {
    try {
      return await (opened ??= buckets());
    } catch (error) {
      opened = undefined;
      throw error;
    }
  }

  const { postgres } = options;
  /** Usually the request that asked was faster, and this finds nothing to do. */
  async function publishDeployment({ organisationId, versionId }: JobData["deployment.publish"]): Promise<void> {
    const { deployments, models, scores, runtimes } = await bucketsOnce();
    const result = await carryOut({ postgres, deployments, models, scores, runtimes, log }, { organisationId, userId: null }, versionId);
    if (result.kind === "unreachable" || result.kind === "open") throw new Error(`The deployment of ${versionId} is ${result.kind}.`);
  }
  async function publishNewScores({ organisationId, predictionId, model }: JobData["scores.publish"]): Promise<void> {
    const { models, scores } = await bucketsOnce();
    await publishScores({ postgres, models, scores }, { organisationId, userId: null }, { predictionId, model });
  }
  async function publishChangedKeys({ organisationId, keyIds }: JobData["keys.publish"]): Promise<void> {
    await publishKeys({ postgres, keys: (await bucketsOnce()).keys }, organisationId, keyIds);
  }
  async function publishChangedSecrets({ organisationId, secretIds }: JobData["secrets.publish"]): Promise<void> {
    await publishSecrets({ postgres, secretEntries: (await bucketsOnce()).secrets }, organisationId, secretIds);
  }
  const sendInvitation = createSendInvitation(options);

  async function take<Name extends JobName>(from: Jobs, name: Name, handler: (data: JobData[Name]) => Promise<void>): Promise<void> {
    await from.work(name, async (data, origin) => {
      const own = logFor(log, origin);
      try {
        await handler(data);
        own.info({ job: name, data }, "job done");
      } catch (error) {
        own.warn({ err: error, job: name, data }, "job failed and will be tried again");
        throw error;
      }
    });
  }

  async function orderAgain(from: Jobs, kind: OrderKind, orders: readonly StandingOrder[]): Promise<void> {
    for (const [organisationId, own] of Map.groupBy(orders, (order) => order.organisationId)) {
      await postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
        const ids = own.map(({ id }) => id);
        if (kind === "key") await from.send(tx, "keys.publish", { organisationId, keyIds: ids }, {});
        else if (kind === "secret") await from.send(tx, "secrets.publish", { organisationId, secretIds: ids }, {});
        else for (const { id } of own) await from.send(tx, "deployment.publish", { organisationId, versionId: id }, {});
      });
    }
  }

  async function reconcileNow(from: Jobs): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      await ensureDataPlane(nats, { replicas: options.natsReplicas });
      const { deployments, models, keys, secrets } = await bucketsOnce();
      const orders = (kind: OrderKind, afterId: string) => standingOrders(postgres, kind, afterId, reconcilePage);
      const given = await reconcile({ orders, deployments, keys, secrets, order: (kind, missing) => orderAgain(from, kind, missing) });
      if (given.versions + given.keys + given.secrets > 0) log.warn(given, "the buckets lacked orders, which are given again");
      const swept = await sweepModels({ models, gone: (ids) => predictionsGone(postgres, ids) });
      if (swept > 0) log.info({ pieces: swept }, "models of predictions that are gone were removed");
    } catch (error) {
      log.warn({ err: error }, "the buckets could not be compared with Postgres yet");
      setTimeout(() => void reconcileNow(from), reconcileAgainMillis).unref();
    }
  }
  let reconciling: NodeJS.Timeout | undefined;
  let watching: ReturnType<LivePredictions["watch"]> | undefined;
  let scheduling: ReturnType<typeof repeat> | undefined;

  async function begin(): Promise<void> {
    let told = false;
    while (!stopping.signal.aborted) {
      try {
        const opening = await openJobs({ url: options.url, log });
        await take(opening, "deployment.publish", publishDeployment);
        await take(opening, "keys.publish", publishChangedKeys);
        await take(opening, "secrets.publish", publishChangedSecrets);
        await take(opening, "invitation.send", sendInvitation);
        await take(opening, "export.run", options.past.runExport);
        await take(opening, "export.remove", options.past.removeExport);
        await take(opening, "erasure.run", options.past.runErasure);
        await take(opening, "comparison.run", options.comparisons.runComparison);
        await take(opening, "comparison.remove", options.comparisons.removeComparison);
        await take(opening, "datasource.import", options.datasets.importFile);
        await take(opening, "datasource.remove", options.datasets.removeDatasource);
        await take(opening, "prediction.train", options.runTraining);
        await take(opening, "prediction.judge", (data) => options.livePredictions.judge(opening, data));
        await take(opening, "prediction.drifted", options.livePredictions.tell);
        await take(opening, "prediction.forget", options.livePredictions.forget);
        await take(opening, "prediction.run", (data) => options.analytics.runPrediction(data, opening));
        await take(opening, "scores.publish", publishNewScores);
        await take(opening, "experiment.run", options.experiments.runExperiment);
        await take(opening, "experiment.remove", options.experiments.removeResults);
        jobs = opening;
        watching = options.livePredictions.watch(opening);
        scheduling = repeat({ name: "scheduler", restMillis: scheduleMillis, work: () => options.analytics.beginRuns(opening), log });
        const keepHouse = () => {
          void reconcileNow(opening);
          for (const { sweep } of [options.datasets, options.experiments, options.analytics]) {
            sweep().catch((error: unknown) => log.warn({ err: error }, "tables were not looked through"));
          }
        };
        reconciling = setInterval(keepHouse, reconcileMillis);
        // Back, and perhaps without its disk.
        nats.onChange((connected) => {
          if (connected) void reconcileNow(opening);
        });
        await reconcileNow(opening);
        return;
      } catch (error) {
        if (!told) log.warn({ err: error }, "jobs cannot be taken up yet");
        told = true;
        await new Promise((resolve) => setTimeout(resolve, retryMillis));
      }
    }
  }

  const beginning = begin();
  return {
    running: () => jobs !== undefined,
    stop: async () => {
      stopping.abort();
      await beginning;
      clearInterval(reconciling);
      await watching?.stop();
      await scheduling?.stop();
      await jobs?.close();
      (await opened?.catch(() => undefined))?.runtimes.stop();
    },
  };
}
