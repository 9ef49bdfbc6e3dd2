import { Kysely, PostgresDialect, sql, type Transaction } from "kysely";
import { Pool } from "pg";
import type { PartState } from "./http-health.ts";
import type { Log } from "./log.ts";
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
  readonly connections?: number;
}

export function openPostgres(options: PostgresOptions): Postgres {
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.name,
    max: options.connections ?? 20,
    connectionTimeoutMillis: 3_000,
    idleTimeoutMillis: 30_000,
    // A statement that runs longer is a defect; a transaction left open would hold its locks for as long as the process lives.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // Connections that are idle when the server goes away: the next query tells whoever needs to know.
  pool.on("error", (error) => options.log.warn({ err: error }, "postgres ended an idle connection"));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

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
    select set_config('airlock.organisation', ${tenant.organisationId}, true), set_config('airlock.user', ${tenant.userId ?? ""}, true)
  `.execute(tx);
}

/** What runtimes should know, over all organisations: a page of ids with what their bucket entries should say. */
export async function standingOrders(
  postgres: Postgres,
  kind: "version" | "key",
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
