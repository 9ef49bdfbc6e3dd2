import { Kysely, sql, type Transaction } from "kysely";
import { Pool } from "pg";
import type { PartState } from "./http-health.ts";
import type { Log } from "./log.ts";
import { pooledDialect } from "./postgres-driver.ts";
import type { Tables } from "./postgres-tables.ts";

export type * from "./postgres-tables.ts";
export { permissionsOf } from "./postgres-permissions.ts";
export { postgresFailure, type PostgresFailure } from "./postgres-failure.ts";

export type Tx = Transaction<Tables>;

/** For whom a transaction works. Row-level security goes by it, and the stamps of changed rows carry the user. */
export interface Tenant {
  readonly organisationId: string;
  /** Null for a job that nobody in particular asked for. */
  readonly userId: string | null;
  /** What it was asked by: the audit carries it. */
  readonly correlationId?: string | undefined;
}

/** There is no way to a query but through a transaction, because outside one no organisation is set and no row is seen. */
export interface Postgres {
  /** Commits when the work answers, rolls back when it throws. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The same, for one organisation. */
  readonly inOrganisation: <T>(tenant: Tenant, work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly check: () => Promise<PartState>;
  readonly close: () => Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly log: Log;
  /** At most. */
  readonly connections: number;
  /** How long a transaction waits for one of them. */
  readonly waitMillis?: number;
}

export function openPostgres(options: PostgresOptions): Postgres {
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.name,
    max: options.connections,
    pipeline: true,
    connectionTimeoutMillis: options.waitMillis ?? 3_000,
    idleTimeoutMillis: 30_000,
    // A statement that runs longer is a defect; a transaction left open would hold its locks for as long as the process lives.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // Connections that are idle when the server goes away: the next query tells whoever needs to know.
  pool.on("error", (error) => options.log.warn({ err: error }, "postgres ended an idle connection"));
  const db = new Kysely<Tables>({ dialect: pooledDialect(pool) });

  const transaction: Postgres["transaction"] = (work) => db.transaction().execute(work);
  return {
    transaction,
    inOrganisation: (tenant, work) =>
      transaction(async (tx) => {
        await enterOrganisation(tx, tenant);
        return await work(tx);
      }),
    check: async () => {
      // A function of the schema, so that a server without its migrations does not count as there.
      await sql`select airlock.current_organisation()`.execute(db);
      return { ok: true };
    },
    close: () => db.destroy(),
  };
}

/** Holds for the rest of the transaction and no longer: the connection goes back to the pool as a stranger. */
export async function enterOrganisation(tx: Tx, tenant: Tenant): Promise<void> {
  await sql`
    select set_config('airlock.organisation', ${tenant.organisationId}, true), set_config('airlock.user', ${tenant.userId ?? ""}, true),
      set_config('airlock.correlation', ${tenant.correlationId ?? ""}, true)
  `.execute(tx);
}

/** What runtimes should know, over all organisations: a page of ids with what their bucket entries should say. */
export async function standingOrders(
  postgres: Postgres,
  kind: "version" | "key" | "secret",
  afterId: string,
  atMost: number,
): Promise<readonly { readonly organisationId: string; readonly id: string; readonly summary: string }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ organisationId: string; id: string; summary: string }>`
      select organisation_id as "organisationId", id, summary from airlock.standing_orders(${kind}, ${afterId}, ${atMost})
    `.execute(tx);
    return found.rows;
  });
}

/** Over all organisations: predictions whose scheduler has a run to begin, the longest waiting first. */
export async function duePredictions(
  postgres: Postgres,
  atMost: number,
): Promise<readonly { readonly organisationId: string; readonly id: string }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ organisationId: string; id: string }>`
      select organisation_id as "organisationId", id from airlock.due_predictions(${atMost})
    `.execute(tx);
    return found.rows;
  });
}

/** Which of these datasources are not there any more, over all organisations. */
export async function datasourcesGone(postgres: Postgres, ids: readonly string[]): Promise<readonly string[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ id: string }>`select airlock.datasources_gone(${[...ids]}::text[]) as id`.execute(tx);
    return found.rows.map(({ id }) => id);
  });
}

/** Which of these predictions are not there any more, over all organisations. */
export async function predictionsGone(postgres: Postgres, ids: readonly string[]): Promise<readonly string[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ id: string }>`select airlock.predictions_gone(${[...ids]}::text[]) as id`.execute(tx);
    return found.rows.map(({ id }) => id);
  });
}

/** Of these results of experiments, over all organisations: those whose tables are wanted, and the lease of whoever writes them. */
export async function experimentResultsKept(
  postgres: Postgres,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly lease: string }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ id: string; lease: string }>`
      select id, lease from airlock.experiment_results_kept(${[...ids]}::text[])
    `.execute(tx);
    return found.rows;
  });
}

/** Over all organisations: how many days each keeps its executions that has said so, and 0 for each that was deleted. */
export async function keepings(postgres: Postgres): Promise<readonly { readonly organisationId: string; readonly days: number }[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<{ organisationId: string; days: number }>`
      select organisation_id as "organisationId", days from airlock.keeping()
    `.execute(tx);
    return found.rows;
  });
}

interface Owned {
  readonly organisationId: string;
  readonly id: string;
}

/** Over all organisations: the erasures that hold for what arrives late. */
export function standingErasures(postgres: Postgres): Promise<readonly Owned[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<Owned>`select organisation_id as "organisationId", id from airlock.standing_erasures()`.execute(tx);
    return found.rows;
  });
}

/** A model that a version which was ever served asks, and the choice of outcomes that its decisions are held against. */
export interface LiveModel {
  readonly organisationId: string;
  readonly versionId: string;
  readonly predictionId: string;
  readonly number: number;
  /** Milliseconds since the epoch; 0 where none are chosen. */
  readonly outcomes: number;
}

/** Over all organisations. */
export function liveModels(postgres: Postgres): Promise<readonly LiveModel[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<Omit<LiveModel, "outcomes"> & { readonly source: string | null; readonly at: Date | null }>`
      select organisation_id as "organisationId", version_id as "versionId", prediction_id as "predictionId", number,
        outcomes_datasource_id as source, outcomes_at as at
      from airlock.live_models()
    `.execute(tx);
    return found.rows.map(({ source, at, ...model }) => ({ ...model, outcomes: source === null || at === null ? 0 : at.getTime() }));
  });
}

/** Over all organisations: exports whose file has been there for long enough. */
export function expiredExports(postgres: Postgres): Promise<readonly Owned[]> {
  return postgres.transaction(async (tx) => {
    const found = await sql<Owned>`select organisation_id as "organisationId", id from airlock.expired_exports()`.execute(tx);
    return found.rows;
  });
}

/** True for the first process that asks after the rest is over. */
export async function takeTask(postgres: Postgres, name: string, restSeconds: number): Promise<boolean> {
  return postgres.transaction(async (tx) => {
    const taken = await sql<{ taken: boolean }>`select airlock.take_task(${name}, make_interval(secs => ${restSeconds})) as taken`.execute(
      tx,
    );
    return taken.rows[0]?.taken === true;
  });
}

/** Moves the last use of keys forward, over all organisations. A key that is not there any more is no matter. */
export async function moveLastUses(postgres: Postgres, uses: readonly (readonly [keyId: string, atMillis: number])[]): Promise<void> {
  const ids = uses.map(([keyId]) => keyId);
  const times = uses.map(([, at]) => new Date(at).toISOString());
  await postgres.transaction((tx) => sql`select airlock.keys_used(${ids}::text[], ${times}::timestamptz[])`.execute(tx));
}
