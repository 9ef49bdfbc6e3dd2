import { fromKysely, PgBoss } from "pg-boss";
import type { Log, WorkIds } from "./log.ts";
import type { Tx } from "./postgres.ts";
import { traceFields, traceFrom, withSpan, SpanKind, type TraceCarrier } from "./telemetry.ts";

/**
 * Jobs live in Postgres (pg-boss), so that one commits with the record that asked for it: either both are there or neither is.
 * Data holds ids, never secrets or whole records, because job tables stand outside row-level security.
 */
export interface JobData {
  /** Bring the `deployments` entry of a version in line with its row. */
  readonly "deployment.publish": { readonly organisationId: string; readonly versionId: string };
  /** Bring the `keys` entries in line with their rows; a key whose row is gone is removed. */
  readonly "keys.publish": { readonly organisationId: string; readonly keyIds: readonly string[] };
  /** Make an activation key for an invited user and mail it. */
  readonly "invitation.send": { readonly organisationId: string; readonly userId: string };
}
export type JobName = keyof JobData;

/** The ids and the trace of the request that asked travel with every job. */
export type JobOrigin = WorkIds & TraceCarrier;

export interface Jobs {
  /** Becomes visible to workers when the transaction commits. */
  readonly send: <Name extends JobName>(tx: Tx, name: Name, data: JobData[Name], ids: WorkIds) => Promise<void>;
  /** Runs jobs of this kind one after another in this process until `close`. A handler that throws is tried again later. */
  readonly work: <Name extends JobName>(name: Name, handler: (data: JobData[Name], origin: JobOrigin) => Promise<void>) => Promise<void>;
  /** Lets the jobs that run finish. */
  readonly close: () => Promise<void>;
}

export interface JobsOptions {
  readonly url: string;
  readonly log: Log;
}

/** The job tables were not reached yet; a job sent later goes through. */
export class JobsUnavailable extends Error {}

const schema = "pgboss";
const queues: Readonly<Record<JobName, { readonly retryLimit: number; readonly retryDelay: number; readonly retryDelayMax: number }>> = {
  // An order to the runtimes is never given up: about three days of trying once a minute.
  "deployment.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  "keys.publish": { retryLimit: 5000, retryDelay: 1, retryDelayMax: 60 },
  // A day: after that the administrator sends the invitation again.
  "invitation.send": { retryLimit: 40, retryDelay: 5, retryDelayMax: 3600 },
};

interface Envelope<Name extends JobName> {
  readonly data: JobData[Name];
  readonly origin: JobOrigin;
}

export async function openJobs(options: JobsOptions): Promise<Jobs> {
  const boss = new PgBoss({
    connectionString: options.url,
    application_name: "airlock jobs",
    schema,
    max: 4,
    // The schema is the migrations' business: this role owns nothing.
    createSchema: false,
    migrate: false,
    reindex: false,
    // Every process that has jobs also keeps house (expired jobs, retention), so that no job waits for a process that is away.
    supervise: true,
    schedule: false,
    useListenNotify: true,
  });
  boss.on("error", (error) => options.log.warn({ err: error }, "jobs"));
  await boss.start();
  return {
    send: async (tx, name, data, ids) => {
      const origin: JobOrigin = { correlationId: ids.correlationId, requestId: ids.requestId, ...traceFields() };
      const envelope: Envelope<typeof name> = { data, origin };
      await boss.send(name, envelope, { db: fromKysely(tx) });
    },
    work: async (name, handler) => {
      // Jobs that come together bring one notice, and the next look of its own accord is half a minute off: so they are taken
      // together, and again at once while there were as many as could be taken.
      const fetching = { pollingIntervalSeconds: 2, batchSize: 10, burstWhenBatchFull: true, perJobResults: true } as const;
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
export async function installJobs(options: { readonly url: string; readonly role: string; readonly log: Log }): Promise<void> {
  const boss = new PgBoss({ connectionString: options.url, schema, supervise: false, schedule: false, reindex: false });
  boss.on("error", (error) => options.log.warn({ err: error }, "jobs"));
  await boss.start();
  try {
    for (const [name, retry] of Object.entries(queues)) {
      const settings = { ...retry, retryBackoff: true, expireInSeconds: 120, notify: true };
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
