import { Kysely, sql, type Transaction } from "kysely";
import { Pool } from "pg";
import type { PartState } from "../process/http-health.ts";
import type { Log } from "../process/log.ts";
import { postgresConnection } from "./access.ts";
import { pooledDialect } from "./driver.ts";
import type { Tables } from "./tables/tables.ts";
import type { TlsFiles } from "../crypto/tls-files.ts";

export type Tx = Transaction<Tables>;

/** The organisation and user of a transaction. Row-level security depends on the organisation, and the stamps of changed rows have the user. */
export interface Tenant {
  readonly organisationId: string;
  /** Null for a job without a user. */
  readonly userId: string | null;
  /** Of the request that caused it, for the audit. */
  readonly correlationId?: string | undefined;
}

/** All queries run in a transaction: without one no organisation is set, and row-level security hides all rows. */
export interface Postgres {
  /** Commits when the work resolves, rolls back when it throws. */
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
  /** The same, for one organisation. */
  readonly inOrganisation: <T>(tenant: Tenant, work: (tx: Tx) => Promise<T>) => Promise<T>;
  readonly check: () => Promise<PartState>;
  readonly close: () => Promise<void>;
}

export interface PostgresOptions {
  readonly url: string;
  readonly tls?: TlsFiles | undefined;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly log: Log;
  /** Maximum size of the pool. */
  readonly connections: number;
  /** How long a transaction waits for a connection. */
  readonly waitMillis?: number;
}

export function openPostgres(options: PostgresOptions): Postgres {
  const pool = new Pool({
    ...postgresConnection(options.url, options.tls),
    application_name: options.name,
    max: options.connections,
    pipeline: true,
    connectionTimeoutMillis: options.waitMillis ?? 3_000,
    idleTimeoutMillis: 30_000,
    // A statement that runs longer is a bug; a transaction that is left open would hold its locks for the life of the process.
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
  });
  // An idle connection also has the listener below; without one here its end would end the process.
  pool.on("error", () => undefined);
  // The server stopped, or ended this connection: a transaction's next statement fails. Errors after the first are of the same connection.
  pool.on("connect", (client) => {
    client.once("error", (error) => options.log.warn({ err: error }, "postgres ended a connection"));
    client.on("error", () => undefined);
  });
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
      // A function of the schema, so that a server without migrations counts as unavailable.
      await sql`select airlock.current_organisation()`.execute(db);
      return { ok: true };
    },
    close: () => db.destroy(),
  };
}

/** The settings are transaction-local, so the pooled connection keeps no tenant. */
export async function enterOrganisation(tx: Tx, tenant: Tenant): Promise<void> {
  await sql`
    select set_config('airlock.organisation', ${tenant.organisationId}, true), set_config('airlock.user', ${tenant.userId ?? ""}, true),
      set_config('airlock.correlation', ${tenant.correlationId ?? ""}, true)
  `.execute(tx);
}
