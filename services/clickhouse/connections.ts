import { Session } from "chdb";

/** A connection to the engine with the state that earlier statements left. */
interface Connection {
  readonly session: Session;
  database: string;
  /** Parameters cannot be unset, only overwritten. */
  readonly parameters: Set<string>;
}

export interface Surroundings {
  readonly sql: string;
  readonly database: string;
  readonly settings: ReadonlyMap<string, string>;
}

export interface Connections {
  /** Lends a connection in the state of a new one. */
  lend<T>(around: Surroundings, work: (session: Session) => Promise<T>): Promise<T>;
  close(): void;
}

/** A difference of the embedded engine to a server: it would accept `1 + 1` as a query. */
const asServer = "SET implicit_select = 0";

const parameterPrefix = "param_";

/** Statements that change the connection itself: over HTTP they must not affect the next one. */
const changesConnection = /^\s*(set|use|create\s+(or\s+replace\s+)?temporary)\b/i;

/**
 * Connections run in parallel, each one statement at a time. They are pooled, because closing one waits for every running statement of the process:
 * during a long one, thousands would accumulate.
 */
export function openConnections(folder: string): Connections {
  const idle: Connection[] = [];
  // The engine lives as long as any connection does; this one is never lent.
  const all = new Set([new Session(folder)]);

  async function open(): Promise<Connection> {
    const session = new Session(folder);
    all.add(session);
    await session.queryAsync(asServer);
    return { session, database: "", parameters: new Set() };
  }

  async function take(around: Surroundings): Promise<Connection> {
    const place = idle.findIndex((connection) => !wouldSeeOldParameter(connection, around));
    const [found] = place < 0 ? [] : idle.splice(place, 1);
    return found ?? open();
  }

  async function prepare(connection: Connection, { database, settings }: Surroundings): Promise<void> {
    if (connection.database !== database) {
      await connection.session.queryAsync(`USE ${quoteName(database)}`);
      connection.database = database;
    }
    if (settings.size === 0) return;
    for (const name of settings.keys()) if (name.startsWith(parameterPrefix)) connection.parameters.add(name);
    await connection.session.queryAsync(
      `SET ${[...settings].map(([name, value]) => `${quoteName(name)} = ${quoteText(value)}`).join(", ")}`,
    );
  }

  /** True if the connection is like new except for its parameters. */
  async function reset({ session }: Connection, { settings, sql }: Surroundings): Promise<boolean> {
    if (changesConnection.test(sql)) return false;
    const changed = [...settings.keys()].filter((name) => !name.startsWith(parameterPrefix));
    if (changed.length > 0) await session.queryAsync(`SET ${changed.map((name) => `${quoteName(name)} = DEFAULT`).join(", ")}`);
    return true;
  }

  return {
    async lend(around, work) {
      const connection = await take(around);
      try {
        await prepare(connection, around);
        return await work(connection.session);
      } finally {
        const asNew = await reset(connection, around).catch(() => false);
        if (asNew) idle.push(connection);
        else {
          all.delete(connection.session);
          connection.session.close();
        }
      }
    },
    close() {
      for (const session of all) session.close();
    },
  };
}

/** A placeholder without a value in this statement would get that of an earlier one, where a server reports that it is missing. */
function wouldSeeOldParameter({ parameters }: Connection, { sql, settings }: Surroundings): boolean {
  return [...parameters].some((name) => !settings.has(name) && new RegExp(`\\{\\s*${escape(name)}\\s*:`).test(sql));
}

function escape(name: string): string {
  return name.slice(parameterPrefix.length).replaceAll(/[^A-Za-z0-9_]/g, String.raw`\$&`);
}

function quoteName(name: string): string {
  return `\`${name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")}\``;
}

function quoteText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
