import { Kysely, sql, type Transaction } from "kysely";
import { Pool } from "pg";
import type { PartState } from "../process/http-health.ts";
import type { Log } from "../process/log.ts";
import { postgresConnection } from "./access.ts";
import { pooledDialect } from "./driver.ts";
import type { Tables } from "./tables/tables.ts";
import type { TlsFiles } from "../crypto/tls-files.ts";

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
  readonly tls?: TlsFiles | undefined;
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
    ...postgresConnection(options.url, options.tls),
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
