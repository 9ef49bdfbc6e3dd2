import { checkNats, closeServer, connectNats, createMetrics, startHealthServer, type Log, type Nats } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { openMailer } from "@airlock/platform/mail";
import { openPostgres } from "@airlock/platform/postgres";
import { startJobs, type RunningJobs } from "./jobs/start-jobs.ts";
import { startSink, type RunningSink } from "./sink/start-sink.ts";

export interface WorkerOptions {
  readonly host: string;
  readonly port: number;
  readonly postgresUrl: string;
  readonly natsUrl: string;
  readonly natsReplicas: number;
  readonly clickhouseUrl: string;
  readonly clickhouseDatabase: string;
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
  const stopping = new AbortController();
  const clickhouse = createClickHouse({ url: options.clickhouseUrl, database: options.clickhouseDatabase, name: "airlock worker" });
  const postgres = openPostgres({ url: options.postgresUrl, name: "airlock worker", log, connections: 5 });
  const mailer = openMailer({ url: options.smtpUrl, from: options.mailFrom });
  let nats: Nats | undefined;
  let sink: RunningSink | undefined;
  let jobs: RunningJobs | undefined;

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
    sink = startSink({ nats: connected, natsReplicas, clickhouse, metrics, log });
    jobs = startJobs({ url: options.postgresUrl, postgres, nats: connected, natsReplicas, mailer, publicUrl: options.publicUrl, log });
  }
  const beginning = begin().catch((error: unknown) => {
    if (!stopping.signal.aborted) throw error;
  });
  log.info({ port: options.port }, "worker runs");

  return {
    stop: async () => {
      stopping.abort();
      await beginning;
      await Promise.all([sink?.stop(), jobs?.stop()]);
      await closeServer(server);
      await nats?.close();
      mailer.close();
      await clickhouse.close();
      await postgres.close();
    },
  };
}
