import { fromKysely, PgBoss } from "pg-boss";
import type { Log, WorkIds } from "../process/log.ts";
import { postgresConnection } from "../postgres/access.ts";
import type { Tx } from "../postgres/index.ts";
import { traceFields, traceFrom, withSpan, SpanKind, type TraceCarrier } from "../process/telemetry.ts";
import type { TlsFiles } from "../crypto/tls-files.ts";

/**
 * Jobs are stored in Postgres (pg-boss), so that a job is committed in the same transaction as the change that requires it. Job data contains ids,
 * never secrets or whole rows, because job tables are not under row-level security.
 */
export interface JobData {
  /** Update the `deployments` entry of a version from its row. */
  readonly "deployment.publish": { readonly organisationId: string; readonly versionId: string };
  /** Start a release when it is due, and update the `releases` entry of its solution. */
  readonly "release.begin": { readonly organisationId: string; readonly releaseId: string };
  /** Update the `releases` entry of a solution from its rows. */
  readonly "release.publish": { readonly organisationId: string; readonly solutionId: string };
  /** Evaluate the gates of a release request. `run` is a counter: a later run supersedes this one. */
  readonly "release.check": { readonly organisationId: string; readonly requestId: string; readonly run: number };
  /** Mail an event of a release request to the users who may approve. */
  readonly "release.announce": {
    readonly organisationId: string;
    readonly requestId: string;
    readonly event: "requested" | "replaced" | "bypassed";
    /** The user who caused it, who gets no mail. */
    readonly byUserId: string;
  };
  /** Mail the users of a monitor that a firing began or ended. */
  readonly "monitor.announce": { readonly organisationId: string; readonly firingId: string; readonly event: "began" | "ended" };
  /** Deploy the version of a rollout, and add it to the `releases` entry of its solution. */
  readonly "rollout.begin": { readonly organisationId: string; readonly rolloutId: string };
  /** Mail the users who may release that a rollout was rolled back. */
  readonly "rollout.announce": { readonly organisationId: string; readonly rolloutId: string };
  /** Update the `keys` entries from their rows; an entry without a row is removed. */
  readonly "keys.publish": { readonly organisationId: string; readonly keyIds: readonly string[] };
  /** Update the `secrets` entries from their rows; an entry without a row is removed. */
  readonly "secrets.publish": { readonly organisationId: string; readonly secretIds: readonly string[] };
  /** Create an activation key for an invited user and mail it. */
  readonly "invitation.send": {
    readonly organisationId: string;
    readonly userId: string;
    /** The name of the sender, who may belong to the managing organisation; jobs of an earlier release have none. */
    readonly invitedBy?: string;
    /** Validity of the link, and the sender's note; jobs of an earlier release and repeated invitations have neither. */
    readonly days?: number;
    readonly note?: string;
  };
  /** Export executions to a file. The export's row has the settings and the progress. */
  readonly "export.run": { readonly organisationId: string; readonly exportId: string };
  /** Remove the file of a deleted export. */
  readonly "export.remove": { readonly organisationId: string; readonly object: string };
  /** Run two flows over past executions. The comparison's row has the settings and the progress. */
  readonly "comparison.run": { readonly organisationId: string; readonly comparisonId: string };
  /** Remove the results of a deleted comparison. */
  readonly "comparison.remove": { readonly organisationId: string; readonly comparisonId: string };
  /** Run the erasure that a row describes. */
  readonly "erasure.run": { readonly organisationId: string; readonly erasureId: string };
  /** Import a datasource's file into its table. The import's row has the progress. */
  readonly "datasource.import": { readonly organisationId: string; readonly importId: string };
  /** Remove a deleted datasource: its table and, if requested, its file in Airlock's own bucket. */
  readonly "datasource.remove": {
    readonly organisationId: string;
    readonly datasourceId: string;
    readonly importId: string | null;
    readonly file: string | null;
  };
  /** Run an experiment over its datasource. The result's row has the settings and the progress. */
  readonly "experiment.run": { readonly organisationId: string; readonly resultId: string };
  /** Drop the tables of deleted results. */
  readonly "experiment.remove": { readonly organisationId: string; readonly resultIds: readonly string[] };
  /** Train a prediction. The training's row has the settings and the progress. */
  readonly "prediction.train": { readonly organisationId: string; readonly trainingId: string };
  /** Compare the counts of live decisions with training again, after settings changed. */
  readonly "prediction.judge": { readonly organisationId: string; readonly predictionId: string };
  /** Mail the drift notices of a prediction that were not mailed yet. */
  readonly "prediction.drifted": { readonly organisationId: string; readonly predictionId: string };
  /** Remove the counts of a deleted prediction. */
  readonly "prediction.forget": { readonly organisationId: string; readonly predictionId: string };
  /** Train if there is new data, and score all persons. The run's row has the progress. */
  readonly "prediction.run": { readonly organisationId: string; readonly runId: string };
  /** Publish the newest scores of a model to the runtimes that use it. */
  readonly "scores.publish": { readonly organisationId: string; readonly predictionId: string; readonly model: number };
  /** Publish the versions of a list to the runtimes that use it. */
  readonly "list.publish": { readonly organisationId: string; readonly listId: string };
}
export type JobName = keyof JobData;

/** Every job has the ids and the trace of the request that created it. */
export type JobOrigin = WorkIds & TraceCarrier;

export interface Jobs {
  /** Visible to workers when the transaction is committed, but not before `afterSeconds` after it began. */
  readonly send: <Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    ids: WorkIds,
    options?: { readonly afterSeconds?: number },
  ) => Promise<void>;
  /** Runs jobs of this kind one after another in this process until `close`. If a handler throws, the job is retried. */
  readonly work: <Name extends JobName>(name: Name, handler: (data: JobData[Name], origin: JobOrigin) => Promise<void>) => Promise<void>;
  /** Waits for running jobs to finish. */
  readonly close: () => Promise<void>;
}

export interface JobsOptions {
  readonly url: string;
  readonly tls?: TlsFiles | undefined;
  readonly log: Log;
}

/** The job tables could not be reached yet; sending the job later may succeed. */
export class JobsUnavailable extends Error {}

const schema = "pgboss";

interface QueueSettings {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /** After which a job that still waits is deleted, also one that waits for a retry; by default pg-boss's two weeks. */
  readonly retentionSeconds?: number;
  /**
   * A job that may take hours: it is fetched alone, runs concurrently with others of its kind, and is handed to another worker when its heartbeat
   * stops rather than after a fixed time.
   */
  readonly long?: true;
}

/** Time limits after which a job is handed to another worker. */
const shortSeconds = 120;
const longSeconds = 86_400;
/** pg-boss's minimum. */
const heartbeatSeconds = 10;

/**
 * Long jobs: retried with a short delay so that they resume soon after a server is available again. A retry is cheap, and the first retry after a
 * worker died finds its lease held for some more seconds. The handlers give up after 3 or 6 hours, and only they store the failure: retries last
 * almost a day, even if each attempt fails at once.
 */
const lasting = { retryLimit: 10_000, retryDelay: 1, retryDelayMax: 8, long: true } as const;
/** The largest number that the job tables can store. */
const unlimited = 2_147_483_647;

const queues: Readonly<Record<JobName, QueueSettings>> = {
  // Publishing to runtimes is never given up in practice: about three days of retries, one per minute.
  "deployment.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "release.begin": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "release.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // Covers an outage of ClickHouse of some hours; after that a user runs the gates again.
  "release.check": { retryLimit: 500, retryDelay: 2, retryDelayMax: 60 },
  // A day; the console still shows it afterwards.
  "release.announce": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "monitor.announce": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "rollout.begin": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // A day; the console still shows it afterwards.
  "rollout.announce": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "keys.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "secrets.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // A day; after that the administrator sends the invitation again.
  "invitation.send": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  // Covers an outage of the bucket server or ClickHouse of some hours; after that the import fails.
  "datasource.import": lasting,
  // Covers an outage of ClickHouse or the bucket server of some hours; after that the export fails.
  "export.run": lasting,
  "export.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // Covers an outage of ClickHouse of some hours; after that the comparison fails.
  "comparison.run": lasting,
  "comparison.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // Erasure is a legal obligation: it is never given up.
  "erasure.run": { ...lasting, retryLimit: unlimited, retentionSeconds: unlimited },
  "datasource.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // Covers an outage of ClickHouse of some hours; after that the training fails.
  "prediction.train": lasting,
  // Covers an outage of ClickHouse of some hours; after that the run fails.
  "prediction.run": lasting,
  "scores.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "list.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "prediction.judge": { retryLimit: 200, retryDelay: 2, retryDelayMax: 60 },
  // A day; the console still shows it afterwards.
  "prediction.drifted": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "prediction.forget": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // Covers an outage of ClickHouse of some hours; after that the result fails.
  "experiment.run": lasting,
  "experiment.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
};

interface Envelope<Name extends JobName> {
  readonly data: JobData[Name];
  readonly origin: JobOrigin;
}

export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    ...postgresConnection(options.url, options.tls),
    application_name: "airlock jobs",
    schema,
    max: 4,
    // Migrations create the schema: this role owns nothing.
    createSchema: false,
    migrate: false,
    reindex: false,
    // Every process with jobs also does maintenance (expired jobs, retention), so that no job waits for one particular process.
    supervise: true,
    // Bounds the time until another worker takes over a long job whose worker died to half a minute.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    schedule: false,
    useListenNotify: true,
  });
  boss.on("error", (error) => options.log.warn({ err: error }, "jobs"));
  await boss.start();
  return {
    send: async (tx, name, data, ids, { afterSeconds = 0 } = {}) => {
      const origin: JobOrigin = { correlationId: ids.correlationId, requestId: ids.requestId, ...traceFields() };
      const envelope: Envelope<typeof name> = { data, origin };
      await boss.send(name, envelope, { db: fromKysely(tx), startAfter: afterSeconds });
    },
    work: async (name, handler) => {
      // Jobs that are sent together cause one notification, and a retry causes none: so they are fetched in batches, immediately again after a full
      // batch, and polled every few seconds.
      const shared = { pollingIntervalSeconds: 2, perJobResults: true } as const;
      const fetching =
        queues[name].long === true
          ? // Fetched one at a time, so polled as often as without notifications: the second of two would wait.
            ({
              ...shared,
              batchSize: 1,
              localConcurrency: 2,
              heartbeatRefreshSeconds: heartbeatSeconds / 3,
              notifyPollingIntervalSeconds: 2,
            } as const)
          : ({ ...shared, batchSize: 10, burstWhenBatchFull: true, notifyPollingIntervalSeconds: 5 } as const);
      await boss.work<Envelope<typeof name>>(name, fetching, async (jobs) => {
        const results: { id: string; status: "completed" | "failed"; output?: { message: string } }[] = [];
        for (const job of jobs) {
          const { data, origin } = job.data;
          const started = { kind: SpanKind.CONSUMER, parent: traceFrom(origin), attributes: { "job.id": job.id } };
          try {
            await withSpan(`job ${name}`, started, () => handler(data, origin));
            results.push({ id: job.id, status: "completed" });
          } catch (error) {
            results.push({ id: job.id, status: "failed", output: { message: error instanceof Error ? error.message : String(error) } });
          }
        }
        return results;
      });
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000 }),
  };
}

/** Creates or upgrades the job tables and queues, and grants `role` access. Called by migrations, as the schema's owner. */
export async function installJobs(options: JobsOptions & { readonly role: string }): Promise<void> {
  const connection = postgresConnection(options.url, options.tls);
  const boss = new PgBoss({ ...connection, schema, supervise: false, schedule: false, reindex: false });
  boss.on("error", (error) => options.log.warn({ err: error }, "jobs"));
  await boss.start();
  try {
    for (const [name, { long, ...retry }] of Object.entries(queues)) {
      const limits = long === true ? { expireInSeconds: longSeconds, heartbeatSeconds } : { expireInSeconds: shortSeconds };
      const settings = { ...retry, ...limits, retryBackoff: true, notify: true };
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, settings);
      else await boss.updateQueue(name, settings);
    }
    const db = boss.getDb();
    for (const statement of [
      `grant usage on schema ${schema} to ${options.role}`,
      `grant select, insert, update, delete on all tables in schema ${schema} to ${options.role}`,
      `grant usage on all sequences in schema ${schema} to ${options.role}`,
      `grant execute on all functions in schema ${schema} to ${options.role}`,
    ]) {
      await db.executeSql(statement);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
