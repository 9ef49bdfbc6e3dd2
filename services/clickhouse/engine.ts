import { drainPending } from "chdb";
import { openConnections, type Surroundings } from "./connections.ts";

/** A statement with the database, settings and `param_` values of its own. */
export interface Statement extends Surroundings {
  /** Used when the statement names no FORMAT of its own. */
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

/** The ClickHouse engine in this process, over a folder of its own. */
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
