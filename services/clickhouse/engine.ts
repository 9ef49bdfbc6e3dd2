import { drainPending } from "chdb";
import { openConnections, type Surroundings } from "./connections.ts";

/** A statement with its own database, settings and `param_` values. */
export interface Statement extends Surroundings {
  /** Used if the statement has no FORMAT clause. */
  readonly defaultFormat: string;
}

export interface Outcome {
  readonly bytes: Uint8Array;
  readonly seconds: number;
  readonly rowsRead: number;
  readonly bytesRead: number;
}

export interface Engine {
  run(statement: Statement): Promise<Outcome>;
  close(): Promise<void>;
}

/** The ClickHouse engine in this process, with a data folder of its own. */
export function openEngine(folder: string): Engine {
  const connections = openConnections(folder);
  return {
    run: (statement) =>
      connections.lend(statement, async (session) => {
        const result = await session.queryAsync(statement.sql, { format: statement.defaultFormat });
        return { bytes: result.bytes(), seconds: result.elapsed, rowsRead: result.rowsRead, bytesRead: result.bytesRead };
      }),
    async close() {
      await drainPending();
      connections.close();
    },
  };
}
