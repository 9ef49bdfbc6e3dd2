import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { isOutdated } from "./failure.ts";
import { createStatementNames, type StatementNames } from "./statements.ts";

/**
 * A Kysely dialect on `pg` for many small queries: repeated statements are prepared once per connection, so that Postgres does not plan them each
 * time, and a transaction begins together with its first statement. The pool must be created with `pipeline: true`.
 */
export function pooledDialect(pool: Pool): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PooledDriver(pool),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class PooledDriver implements Driver {
  readonly #pool: Pool;
  readonly #names = createStatementNames();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  init(): Promise<void> {
    return Promise.resolve();
  }

  async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pool.connect(), this.#names);
  }

  beginTransaction(connection: PooledConnection): Promise<void> {
    connection.begin();
    return Promise.resolve();
  }

  commitTransaction(connection: PooledConnection): Promise<void> {
    return connection.end("commit");
  }

  rollbackTransaction(connection: PooledConnection): Promise<void> {
    return connection.end("rollback");
  }

  releaseConnection(connection: PooledConnection): Promise<void> {
    connection.release();
    return Promise.resolve();
  }

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

class PooledConnection implements DatabaseConnection {
  readonly #client: PoolClient;
  readonly #names: StatementNames;
  #transaction: "none" | "wanted" | "begun" = "none";
  /** The state of the connection is unknown: it must not be used again. */
  #spoilt = false;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  begin(): void {
    this.#transaction = "wanted";
  }

  async end(how: "commit" | "rollback"): Promise<void> {
    const begun = this.#transaction === "begun";
    this.#transaction = "none";
    if (!begun) return;
    try {
      const { command } = await this.#client.query(how);
      // Postgres answers COMMIT with ROLLBACK if a statement of the transaction failed.
      if (how === "commit" && command === "ROLLBACK") throw new Error("The transaction had failed before its commit.");
    } catch (error) {
      this.#spoilt = true;
      // The caller that rolls back already has an error to report, and the server rolls back when the connection is lost.
      if (how === "commit") throw error;
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begun = this.#transaction === "wanted" ? this.#client.query("begin") : undefined;
    if (begun !== undefined) this.#transaction = "begun";
    const name = this.#names.of(sql);
    try {
      // Pipelined: both are sent before either response. If the first fails, the result of the second is ignored.
      const [, { rows, rowCount }] = await Promise.all([
        begun,
        this.#client.query<R & object>({ text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) }),
      ]);
      return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
    } catch (error) {
      // A retry on another connection must not use the same outdated plan.
      if (isOutdated(error)) this.#names.renew();
      throw error;
    }
  }

  streamQuery(): never {
    throw new Error("Rows are read by pages, not by cursors.");
  }

  release(): void {
    this.#client.release(this.#spoilt || this.#transaction === "begun");
  }
}
