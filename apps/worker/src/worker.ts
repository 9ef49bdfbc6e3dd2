import {
  addProcessMetrics,
  checkNats,
  closeServer,
  connectNats,
  createMetrics,
  startHealthServer,
  type Log,
  type Nats,
} from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import type { GoogleEndpoints } from "@airlock/platform/stored-account";
import type { SecretBox } from "@airlock/platform/secrets";
import { openMailer } from "@airlock/platform/mail";
import { moveLastUses, openPostgres } from "@airlock/platform/postgres";
import { createComparisons } from "./comparison/comparisons.ts";
import { createAnalytics } from "./analytics/analytics.ts";
import { createLivePredictions } from "./drift/live-predictions.ts";
import { createExperiments } from "./experiment/experiments.ts";
import { createDatasets } from "./import/datasets.ts";
import { createLastUse } from "./key/last-use.ts";
import { startJobs, type RunningJobs } from "./jobs/start-jobs.ts";
import { startPastExecutions } from "./execution/past-executions.ts";
import { startBacklog } from "./sink/start-backlog.ts";
import { startCounting } from "./sink/start-counting.ts";
import { createDatasourceRows } from "./rows/datasource-rows.ts";
import { createRunTraining } from "./training/run-training.ts";
import { startSink, type RunningSink } from "./sink/start-sink.ts";

export interface WorkerOptions {
  readonly host: string;
  readonly port: number;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly natsReplicas: number;
  readonly clickhouseUrl: string;
  readonly clickhouseDatabase: string;
  /** Empty for one server. */
  readonly clickhouseCluster: string;
  readonly gcsEndpoint: string;
  readonly bucket: string;
  readonly google: GoogleEndpoints;
  readonly secrets: SecretBox;
  /** How many bytes of an organisation's BigQuery table one question may read. */
  readonly bigQueryBudget: number;
  /** Path of the native library that trains. */
  readonly lightgbm: string;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly publicUrl: string;
  readonly log: Log;
}

/**
 * A worker's two halves stand on different parts: the sink on JetStream and ClickHouse, the jobs on Postgres and JetStream. Each
 * starts when its own are there and goes on when the other's are away.
 */
export async function startWorker(options: WorkerOptions): Promise<{ readonly stop: () => Promise<void> }> {
  const { log, natsReplicas } = options;
  const metrics = createMetrics();
  addProcessMetrics(metrics);
  const stopping = new AbortController();
  const clickhouse = createClickHouse({ url: options.clickhouseUrl, database: options.clickhouseDatabase, name: "airlock worker" });
  // Putting a large table in order takes longer than anybody would wait.
  const patient = createClickHouse({
    url: options.clickhouseUrl,
    database: options.clickhouseDatabase,
    name: "airlock worker's imports",
    requestMillis: 600_000,
  });
  const postgres = openPostgres({ url: options.postgresUrl, name: "airlock worker", log, connections: 5 });
  const mailer = openMailer({ url: options.smtpUrl, from: options.mailFrom });
  const lastUse = createLastUse({ write: (uses) => moveLastUses(postgres, uses), log });
  const ownBucket = openOwnBucket({ endpoint: options.gcsEndpoint, bucket: options.bucket });
  const rows = createDatasourceRows({
    postgres,
    clickhouse: patient,
    cluster: options.clickhouseCluster,
    secrets: options.secrets,
    google: options.google,
    bigQueryBudget: options.bigQueryBudget,
    log,
    stopping: stopping.signal,
  });
  const datasets = createDatasets({
    postgres,
    clickhouse: patient,
    cluster: options.clickhouseCluster,
    secrets: options.secrets,
    google: options.google,
    ownBucket,
    rows,
    log,
    stopping: stopping.signal,
  });
  const experiments = createExperiments({
    postgres,
    clickhouse: patient,
    cluster: options.clickhouseCluster,
    rows,
    log,
    stopping: stopping.signal,
  });
  const exporting = createClickHouse({
    url: options.clickhouseUrl,
    database: options.clickhouseDatabase,
    name: "airlock worker's exports",
    // A file of every execution there is.
    requestMillis: 6 * 3_600_000,
  });
  const past = startPastExecutions({ postgres, clickhouse: exporting, bucket: ownBucket, log });
  let nats: Nats | undefined;
  let sink: RunningSink | undefined;
  let jobs: RunningJobs | undefined;
  let backlog: ReturnType<typeof startBacklog> | undefined;

  const server = await startHealthServer({
    host: options.host,
    port: options.port,
    parts: {
      jetstream: { needed: true, check: () => checkNats(nats) },
      clickhouse: { needed: true, check: clickhouse.check },
      postgres: { needed: true, check: postgres.check },
      // Mails wait for it; everything else goes on.
      mail: { needed: false, check: mailer.check },
      sink: { needed: true, check: () => ({ ok: sink?.running() === true }) },
      jobs: { needed: true, check: () => ({ ok: jobs?.running() === true }) },
    },
    metrics: metrics.text,
  });

  async function begin(): Promise<void> {
    const connected = await connectNats({ url: options.natsUrl, name: "worker", log, signal: stopping.signal });
    nats = connected;
    backlog = startBacklog({ nats: connected, metrics, log });
    sink = startSink({ nats: connected, natsReplicas, clickhouse, used: lastUse.note, metrics, log });
    const runTraining = createRunTraining({
      postgres,
      clickhouse: patient,
      cluster: options.clickhouseCluster,
      rows,
      library: options.lightgbm,
      log,
      stopping: stopping.signal,
    });
    jobs = startJobs({
      url: options.postgresUrl,
      postgres,
      nats: connected,
      natsReplicas,
      mailer,
      publicUrl: options.publicUrl,
      datasets,
      runTraining,
      analytics: createAnalytics({
        postgres,
        clickhouse: patient,
        cluster: options.clickhouseCluster,
        rows,
        runTraining,
        log,
        stopping: stopping.signal,
      }),
      experiments,
      livePredictions: createLivePredictions({ postgres, clickhouse: patient, mailer, publicUrl: options.publicUrl, log }),
      comparisons: createComparisons({
        postgres,
        clickhouse: patient,
        cluster: options.clickhouseCluster,
        rows,
        log,
        stopping: stopping.signal,
      }),
      past,
      log,
    });
  }
  const counting = startCounting({ clickhouse, metrics, log });
  const beginning = begin().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  log.info({ port: options.port }, "worker runs");

  return {
    stop: async () => {
      stopping.abort();
      await beginning;
      await Promise.all([sink?.stop(), jobs?.stop(), counting.stop(), past.stop(), backlog?.stop()]);
      await lastUse.stop();
      await closeServer(server);
      await nats?.close();
      mailer.close();
      await clickhouse.close();
      await patient.close();
      await exporting.close();
      await postgres.close();
    },
  };
}
