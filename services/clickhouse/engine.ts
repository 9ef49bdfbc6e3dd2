import { drainPending, Session } from "chdb";

export interface Statement {
  readonly sql: string;
  readonly database: string;
  /** Settings and `param_` values of this statement alone. */
  readonly settings: ReadonlyMap<string, string>;
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

/** Where the embedded engine differs from a server: it would read `1 + 1` as a query. */
const asServer = new Map([["implicit_select", "0"]]);

/**
 * The ClickHouse engine in this process over a folder of its own. Every statement gets a fresh connection (about a
 * millisecond): connections run in parallel, and one statement's settings and parameters cannot reach another's.
 */
export function openEngine(folder: string): Engine {
  // The engine lives as long as any connection does.
  const keeper = new Session(folder);
  return {
    async run(statement) {
      const connection = new Session(folder);
      try {
        await connection.queryAsync(`USE ${quoteName(statement.database)}`);
        await connection.queryAsync(setStatement(new Map([...asServer, ...statement.settings])));
        const result = await connection.queryAsync(statement.sql, { format: statement.defaultFormat });
        return { bytes: result.bytes(), seconds: result.elapsed, rowsRead: result.rowsRead, bytesRead: result.bytesRead };
      } finally {
        connection.close();
      }
    },
    async close() {
      await drainPending();
      keeper.close();
    },
  };
}

function setStatement(settings: ReadonlyMap<string, string>): string {
  return `SET ${[...settings].map(([name, value]) => `${quoteName(name)} = ${quoteText(value)}`).join(", ")}`;
}

function quoteName(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
