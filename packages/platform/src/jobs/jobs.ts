import { fromKysely, PgBoss } from "pg-boss";
import type { Log, WorkIds } from "../process/log.ts";
import { postgresConnection } from "../postgres/access.ts";
import type { Tx } from "../postgres/index.ts";
import { traceFields, traceFrom, withSpan, SpanKind, type TraceCarrier } from "../process/telemetry.ts";
import type { TlsFiles } from "../crypto/tls-files.ts";

/**
 * Jobs live in Postgres (pg-boss), so that one commits with the record that asked for it: either both are there or neither is.
 * Data holds ids, never secrets or whole records, because job tables stand outside row-level security.
 */
export interface JobData {
  /** Bring the `deployments` entry of a version in line with its row. */
  readonly "deployment.publish": { readonly organisationId: string; readonly versionId: string };
  /** Begin a release when its time has come, and bring the `releases` entry of its solution in line. */
  readonly "release.begin": { readonly organisationId: string; readonly releaseId: string };
  /** Bring the `releases` entry of a solution in line with its rows. */
  readonly "release.publish": { readonly organisationId: string; readonly solutionId: string };
  /** Evaluate the gates of a release request. `run` counts: a later one makes this one nobody's. */
  readonly "release.check": { readonly organisationId: string; readonly requestId: string; readonly run: number };
  /** Mail those who may approve what happened to a release request. */
  readonly "release.announce": {
    readonly organisationId: string;
    readonly requestId: string;
    readonly event: "requested" | "replaced" | "bypassed";
    /** Who did it: they need no mail about it. */
    readonly byUserId: string;
  };
  /** Mail the users of a monitor that a firing began or ended. */
  readonly "monitor.announce": { readonly organisationId: string; readonly firingId: string; readonly event: "began" | "ended" };
  /** Have the version of a rollout served, and name it in the `releases` entry of its solution. */
  readonly "rollout.begin": { readonly organisationId: string; readonly rolloutId: string };
  /** Mail those who may release that a rollout was rolled back. */
  readonly "rollout.announce": { readonly organisationId: string; readonly rolloutId: string };
  /** Bring the `keys` entries in line with their rows; a key whose row is gone is removed. */
  readonly "keys.publish": { readonly organisationId: string; readonly keyIds: readonly string[] };
  /** Bring the `secrets` entries in line with their rows; one whose row is gone is removed. */
  readonly "secrets.publish": { readonly organisationId: string; readonly secretIds: readonly string[] };
  /** Make an activation key for an invited user and mail it. */
  readonly "invitation.send": {
    readonly organisationId: string;
    readonly userId: string;
    /** The sender's name, who may belong to the managing organisation; jobs of an earlier release have none. */
    readonly invitedBy?: string;
    /** How long the link works, and the sender's note; jobs of an earlier release and repeated invitations have neither. */
    readonly days?: number;
    readonly note?: string;
  };
  /** Have ClickHouse write a file of executions. The export's row says which and how far it is. */
  readonly "export.run": { readonly organisationId: string; readonly exportId: string };
  /** Remove the file of an export that is gone. */
  readonly "export.remove": { readonly organisationId: string; readonly object: string };
  /** Run two flows over past executions. The comparison's row says which and how far it is. */
  readonly "comparison.run": { readonly organisationId: string; readonly comparisonId: string };
  /** Remove what a deleted comparison found. */
  readonly "comparison.remove": { readonly organisationId: string; readonly comparisonId: string };
  /** Erase what an erasure's row describes. */
  readonly "erasure.run": { readonly organisationId: string; readonly erasureId: string };
  /** Read a datasource's file into its table. The import's row says how far it is. */
  readonly "datasource.import": { readonly organisationId: string; readonly importId: string };
  /** Remove what is left of a deleted datasource: its table and, if it was asked for, its file in Airlock's own bucket. */
  readonly "datasource.remove": {
    readonly organisationId: string;
    readonly datasourceId: string;
    readonly importId: string | null;
    readonly file: string | null;
  };
  /** Run what a result's row says over its datasource. The row says how far it is. */
  readonly "experiment.run": { readonly organisationId: string; readonly resultId: string };
  /** Drop the tables of results that are gone. */
  readonly "experiment.remove": { readonly organisationId: string; readonly resultIds: readonly string[] };
  /** Train a prediction. The training's row says what with, and how far it is. */
  readonly "prediction.train": { readonly organisationId: string; readonly trainingId: string };
  /** Hold what was counted of live decisions against training once more, by settings that changed. */
  readonly "prediction.judge": { readonly organisationId: string; readonly predictionId: string };
  /** Mail what was noticed of a prediction's live decisions and not mailed yet. */
  readonly "prediction.drifted": { readonly organisationId: string; readonly predictionId: string };
  /** Remove what was counted for a prediction that is gone. */
  readonly "prediction.forget": { readonly organisationId: string; readonly predictionId: string };
  /** Train if there is anything new, and score everybody. The run's row says how far it is. */
  readonly "prediction.run": { readonly organisationId: string; readonly runId: string };
  /** Bring the newest scores of a model to the runtimes that decide with it. */
  readonly "scores.publish": { readonly organisationId: string; readonly predictionId: string; readonly model: number };
  /** Bring the versions of a list to the runtimes that decide with it. */
  readonly "list.publish": { readonly organisationId: string; readonly listId: string };
}
export type JobName = keyof JobData;

/** The ids and the trace of the request that asked travel with every job. */
export type JobOrigin = WorkIds & TraceCarrier;

export interface Jobs {
  /** Visible to workers when the transaction commits, but not before `afterSeconds` have passed since it began. */
  readonly send: <Name extends JobName>(
    tx: Tx,
    name: Name,
    data: JobData[Name],
    ids: WorkIds,
    options?: { readonly afterSeconds?: number },
  ) => Promise<void>;
  /** Runs jobs of this kind one after another in this process until `close`. A handler that throws is tried again later. */
  readonly work: <Name extends JobName>(name: Name, handler: (data: JobData[Name], origin: JobOrigin) => Promise<void>) => Promise<void>;
  /** Lets the jobs that run finish. */
  readonly close: () => Promise<void>;
}

export interface JobsOptions {
  readonly url: string;
  readonly tls?: TlsFiles | undefined;
  readonly log: Log;
}

/** The job tables were not reached yet; a job sent later goes through. */
export class JobsUnavailable extends Error {}

const schema = "pgboss";

interface QueueSettings {
  readonly retryLimit: number;
  readonly retryDelay: number;
  readonly retryDelayMax: number;
  /**
   * A job that may take hours: it is taken alone, runs beside others of its kind, and is given to another worker not when a time is
   * over but when its worker stops saying that it lives.
   */
  readonly long?: true;
}

/** Short jobs are done in this time or given to another worker; a long one in a day. */
const shortSeconds = 120;
const longSeconds = 86_400;
/** pg-boss's smallest. */
const heartbeatSeconds = 10;

/**
 * Long jobs: tried for some hours, and never long after what they waited for is back. Trying costs next to nothing, and the one that
 * takes up a dead worker's job finds it held for some seconds more, each time it died.
 */
const lasting = { retryLimit: 2000, retryDelay: 1, retryDelayMax: 8, long: true } as const;

const queues: Readonly<Record<JobName, QueueSettings>> = {
  // An order to the runtimes is never given up: about three days of trying once a minute.
  "deployment.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "release.begin": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "release.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // ClickHouse away for some hours; then somebody runs the gates again.
  "release.check": { retryLimit: 500, retryDelay: 2, retryDelayMax: 60 },
  // A day: what is not mailed then is still shown.
  "release.announce": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "monitor.announce": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "rollout.begin": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // A day: what is not mailed then is still shown.
  "rollout.announce": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "keys.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "secrets.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // A day: after that the administrator sends the invitation again.
  "invitation.send": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  // A bucket server or ClickHouse that is away for some hours; then the import says that it failed.
  "datasource.import": lasting,
  // ClickHouse or the bucket server away for some hours; then the export says that it failed.
  "export.run": lasting,
  "export.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // ClickHouse away for some hours; then the comparison says that it failed.
  "comparison.run": lasting,
  "comparison.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // The law does not know of servers that are away: it is never given up.
  "erasure.run": { ...lasting, retryLimit: 50_000 },
  "datasource.remove": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // ClickHouse away for some hours; then the training says that it failed.
  "prediction.train": lasting,
  // ClickHouse away for some hours; then the run says that it failed.
  "prediction.run": lasting,
  "scores.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "list.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "prediction.judge": { retryLimit: 200, retryDelay: 2, retryDelayMax: 60 },
  // A day: what is not mailed then is still shown.
  "prediction.drifted": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
  "prediction.forget": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // ClickHouse away for some hours; then the result says that it failed.
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
    // The schema is the migrations' business: this role owns nothing.
    createSchema: false,
    migrate: false,
    reindex: false,
    // Every process that has jobs also keeps house (expired jobs, retention), so that no job waits for a process that is away.
    supervise: true,
    // A long job whose worker died is somebody else's within half a minute.
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
      // Jobs that come together bring one notice, and one that is tried again brings none: so they are taken together, again at once while
      // there were as many as could be taken, and looked for every few seconds besides.
      const shared = { pollingIntervalSeconds: 2, perJobResults: true } as const;
      const fetching =
        queues[name].long === true
          ? // One at a time, so looked for as often as without notices: the second of two would wait.
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

/** Makes or brings up to date the job tables and queues, and lets `role` use them. Migrations call it, as the schema's owner. */
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
