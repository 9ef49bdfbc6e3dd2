import {
  logFor,
  untilReady,
  type DataPlaneShape,
  type EntrySigner,
  type Log,
  type Metrics,
  type Nats,
  type TlsFiles,
} from "@airlock/platform";
import { openJobs, type JobData, type JobName, type Jobs } from "@airlock/platform/jobs";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres } from "@airlock/platform/postgres";
import type { Analytics } from "../analytics/analytics.ts";
import type { Comparisons } from "../comparison/comparisons.ts";
import type { LivePredictions } from "../drift/live-predictions.ts";
import type { PastExecutions } from "../execution/past-executions.ts";
import type { Experiments } from "../experiment/experiments.ts";
import type { Datasets } from "../import/datasets.ts";
import { createSendInvitation } from "../invitation/send-invitation.ts";
import { createAnnounceRequest } from "../release-request/announce-request.ts";
import { createCheckRequest } from "../release-request/check-request.ts";
import { createAnnounceFiring } from "../monitor/announce-firing.ts";
import { watchMonitors } from "../monitor/watch-monitors.ts";
import { createReconciling } from "../reconcile/start-reconciling.ts";
import { createAnnounceRollout } from "../rollout/announce-rollout.ts";
import { createWatchRollouts, watchSeconds } from "../rollout/watch-rollouts.ts";
import { repeat } from "../repeat.ts";
import { createRuntimeBuckets } from "./runtime-buckets.ts";
import { createPublishEntries } from "./publish-entries.ts";

export interface RunningJobs {
  readonly running: () => boolean;
  readonly stop: () => Promise<void>;
}

export interface StartJobsOptions {
  readonly url: string;
  readonly tls: TlsFiles | undefined;
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly nats: Nats;
  readonly shape: DataPlaneShape;
  readonly signer: EntrySigner;
  readonly metrics: Pick<Metrics, "gauge">;
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

/** A handler per job name, so that a missing one does not compile. */
type Handlers = { readonly [Name in JobName]: (data: JobData[Name]) => Promise<void> };

const retryMillis = 1_000;
const sweepMillis = 600_000;
/** The maximum delay of a scheduled run. */
const scheduleMillis = 2_000;

/** Starts job handlers and periodic tasks as soon as Postgres is available. */
export function startJobs(options: StartJobsOptions): RunningJobs {
  const { postgres, past, datasets, analytics, experiments, comparisons, livePredictions, log } = options;
  const buckets = createRuntimeBuckets(options);
  const publish = createPublishEntries({ postgres, buckets, log });
  const checkRequest = createCheckRequest(options);
  const watchRollouts = createWatchRollouts({ ...options, buckets });
  const reconciling = createReconciling({ ...options, buckets });
  const stopping = new AbortController();
  let running: Jobs | undefined;
  const tasks: { readonly stop: () => Promise<void> }[] = [reconciling];

  const handlersFor = (jobs: Jobs): Handlers => ({
    "deployment.publish": publish.publishDeployment,
    "release.begin": publish.beginRelease,
    "release.publish": publish.publishRelease,
    "release.check": (data) => checkRequest(jobs, data),
    "release.announce": createAnnounceRequest(options),
    "monitor.announce": createAnnounceFiring(options),
    "rollout.begin": publish.beginRollout,
    "rollout.announce": createAnnounceRollout(options),
    "keys.publish": publish.publishKeys,
    "secrets.publish": publish.publishSecrets,
    "scores.publish": publish.publishScores,
    "list.publish": publish.publishList,
    "invitation.send": createSendInvitation(options),
    "export.run": past.runExport,
    "export.remove": past.removeExport,
    "erasure.run": past.runErasure,
    "comparison.run": comparisons.runComparison,
    "comparison.remove": comparisons.removeComparison,
    "datasource.import": datasets.importFile,
    "datasource.remove": datasets.removeDatasource,
    "experiment.run": experiments.runExperiment,
    "experiment.remove": experiments.removeResults,
    "prediction.train": options.runTraining,
    "prediction.run": (data) => analytics.runPrediction(data, jobs),
    "prediction.judge": (data) => livePredictions.judge(jobs, data),
    "prediction.drifted": livePredictions.tell,
    "prediction.forget": livePredictions.forget,
  });

  async function begin(): Promise<void> {
    const jobs = await openJobs({ url: options.url, tls: options.tls, log });
    try {
      const handlers = handlersFor(jobs);
      // The keys of a `Handlers`.
      for (const name of Object.keys(handlers) as JobName[]) await handle(jobs, name, handlers[name], log);
    } catch (error) {
      await jobs.close();
      throw error;
    }
    running = jobs;
    tasks.push(livePredictions.watch(jobs));
    tasks.push(watchMonitors({ ...options, jobs }));
    tasks.push(repeat({ name: "rollouts", restMillis: watchSeconds * 1_000, work: () => watchRollouts(jobs), log }));
    tasks.push(repeat({ name: "scheduler", restMillis: scheduleMillis, work: () => analytics.beginRuns(jobs), log }));
    for (const [name, { sweep }] of Object.entries({ datasets, uploads: datasets.uploads, experiments, analytics })) {
      tasks.push(repeat({ name: `sweep ${name}`, restMillis: sweepMillis, isDelayed: true, work: sweep, log }));
    }
    await reconciling.start(jobs);
  }

  const beginning = untilReady({ name: "jobs", attempt: begin, retryMillis, signal: stopping.signal, log });
  return {
    running: () => running !== undefined,
    stop: async () => {
      stopping.abort();
      await beginning;
      await Promise.all(tasks.map((task) => task.stop()));
      await running?.close();
      await buckets.close();
    },
  };
}

async function handle<Name extends JobName>(jobs: Jobs, name: Name, handler: Handlers[Name], log: Log): Promise<void> {
  await jobs.work(name, async (data, origin) => {
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
