import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from "kysely";
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from "kysely";
import type { Pool, PoolClient } from "pg";
import { isOutdated } from "./failure.ts";
import { createStatementNames, type StatementNames } from "./statements.ts";

/**
 * Kysely on `pg` for a server that answers many small questions: statements that come again are prepared once a connection, so that
 * Postgres plans them once and not each time, and a transaction begins together with its first statement. The pool must be made with
 * `pipeline: true`.
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
  /** How it stands is not known: not to be used again. */
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
      // A transaction in which a statement failed is rolled back whatever it is asked to do.
      if (how === "commit" && command === "ROLLBACK") throw new Error("The transaction had failed before its commit.");
    } catch (error) {
      this.#spoilt = true;
      // Whoever rolls back has an error of their own to tell, and the server rolls back what lost its connection.
      if (how === "commit") throw error;
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const begun = this.#transaction === "wanted" ? this.#client.query("begin") : undefined;
    if (begun !== undefined) this.#transaction = "begun";
    const name = this.#names.of(sql);
    try {
      // Both are on their way before either is answered; should the first fail, what the second says counts for nothing.
      const [, { rows, rowCount }] = await Promise.all([
        begun,
        this.#client.query<R & object>({ text: sql, values: [...parameters], ...(name === undefined ? {} : { name }) }),
      ]);
      return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
    } catch (error) {
      // Whoever tries again is not to meet the same plan on another connection.
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
