import {
  addProcessMetrics,
  checkNats,
  closeServer,
  connectNats,
  createMetrics,
  openDeadLetters,
  startHealthServer,
  watchShape,
  type Nats,
  type ShapeWatch,
} from "@airlock/platform";
import { moveLastUses } from "./across-organisations.ts";
import { startFlushingRefusedSignIns } from "./audit/flush-refused-sign-ins.ts";
import { openAuditReceiver } from "./audit/receiver.ts";
import { startAuditStream } from "./audit/start-audit-stream.ts";
import { startPastExecutions } from "./execution/past-executions.ts";
import { startJobs, type RunningJobs } from "./jobs/start-jobs.ts";
import { createLastUse } from "./key/last-use.ts";
import { createLongJobs } from "./long-jobs.ts";
import { startRefusedSink } from "./refused-request/start-refused-sink.ts";
import { startBacklog } from "./sink/start-backlog.ts";
import { startCounting } from "./sink/start-counting.ts";
import { startDetailing } from "./sink/start-detailing.ts";
import { startSink } from "./sink/start-sink.ts";
import type { RunningSink } from "./sink/start-stream-sink.ts";
import { openStores } from "./stores.ts";
import type { WorkerOptions } from "./worker-options.ts";

/**
 * A worker has two halves: the sink needs JetStream and ClickHouse, the jobs need Postgres and JetStream. Each starts when its servers are available
 * and continues while those of the other are not.
 */
export async function startWorker(options: WorkerOptions): Promise<{ readonly stop: () => Promise<void> }> {
  const { shape, log } = options;
  const stopping = new AbortController();
  const metrics = createMetrics();
  addProcessMetrics(metrics);
  const stores = openStores(options);
  const { postgres, clickhouse, mailer } = stores;
  const lastUse = createLastUse({ write: (uses) => moveLastUses(postgres, uses), log });

  // Does not require JetStream.
  let nats: Nats | undefined;
  const past = startPastExecutions({
    postgres,
    clickhouse: stores.exportingClickHouse,
    bucket: stores.ownBucket,
    deadLetters: async () => (nats?.connected() === true ? openDeadLetters(nats) : undefined),
    log,
    stopping: stopping.signal,
  });
  const counting = startCounting({ clickhouse, metrics, log });
  const detailing = startDetailing({ clickhouse, postgres, log });
  const { url: streamUrl, token: streamToken } = options.auditStream;
  const auditStream =
    streamUrl === "" ? undefined : startAuditStream({ postgres, receiver: openAuditReceiver(streamUrl, streamToken), metrics, log });
  const refusedSignIns = startFlushingRefusedSignIns({ postgres, log });

  // Started when JetStream is available.
  let streams: ShapeWatch | undefined;
  let backlog: ReturnType<typeof startBacklog> | undefined;
  let sink: RunningSink | undefined;
  let refusedSink: RunningSink | undefined;
  let jobs: RunningJobs | undefined;
  async function begin(): Promise<void> {
    const connected = await connectNats({ ...options.nats, process: "worker", name: "worker", log, signal: stopping.signal });
    nats = connected;
    streams = watchShape(connected, { shape, missing: "counts", monitoringUrl: options.natsMonitoringUrl, log });
    backlog = startBacklog({ nats: connected, metrics, log });
    sink = startSink({ nats: connected, shape, clickhouse, used: lastUse.note, metrics, log });
    refusedSink = startRefusedSink({ nats: connected, shape, clickhouse, metrics, log });
    jobs = startJobs({
      url: options.postgresUrl,
      tls: options.postgresTls,
      postgres,
      clickhouse,
      nats: connected,
      shape,
      signer: options.signer,
      metrics,
      mailer,
      publicUrl: options.publicUrl,
      past,
      ...createLongJobs(stores, options, stopping.signal),
      log,
    });
  }

  const server = await startHealthServer({
    host: options.host,
    port: options.port,
    parts: {
      jetstream: { needed: true, check: () => checkNats(nats) },
      streams: { needed: true, check: () => streams?.check() ?? { ok: false, detail: "not compared yet" } },
      clickhouse: { needed: true, check: clickhouse.check },
      postgres: { needed: true, check: postgres.check },
      // Only mails wait for it.
      mail: { needed: false, check: mailer.check },
      sink: { needed: true, check: () => sink?.check() ?? { ok: false, detail: "not started" } },
      // Best effort: executions and jobs continue without it.
      refusedSink: { needed: false, check: () => refusedSink?.check() ?? { ok: false, detail: "not started" } },
      jobs: { needed: true, check: () => ({ ok: jobs?.running() === true }) },
    },
    metrics: metrics.text,
    metricsToken: options.metricsToken,
  });
  const beginning = begin().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  log.info({ port: options.port }, "worker runs");

  return {
    stop: async () => {
      stopping.abort();
      await beginning;
      streams?.stop();
      const tasks = [sink, refusedSink, jobs, counting, detailing, past, refusedSignIns, auditStream, backlog];
      await Promise.all(tasks.flatMap((task) => (task === undefined ? [] : [task.stop()])));
      await lastUse.stop();
      await closeServer(server);
      await nats?.close();
      await stores.close();
    },
  };
}
