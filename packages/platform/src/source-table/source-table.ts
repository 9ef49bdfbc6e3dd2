import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { Client, type CustomTypesConfig } from "pg";
import type { ConnectOut } from "../egress/connect-out.ts";
import { within, WentWrong } from "../google/went-wrong.ts";
import type { SourceConnection } from "./source-connection.ts";
import { SourceRefused, sourceFailure } from "./source-failure.ts";
import { countOfSource, describeSource, selectFromSource, type SourceColumn } from "./source-select.ts";

/** A value is the text that Postgres writes for it. */
export type SourceRow = readonly (string | null)[];

/** Read-only access to one table, in one snapshot. */
export interface SourceTable {
  /** The columns that the user may read. Undefined if there is no such table, or none of its columns can be read. */
  readonly describe: () => Promise<readonly SourceColumn[] | undefined>;
  /** Counts rows up to a limit. */
  readonly count: (maxRows?: number) => Promise<number>;
  /** Pages of rows, in no particular order; call it once. */
  readonly read: (columns: readonly SourceColumn[], maxRows: number) => AsyncGenerator<readonly SourceRow[]>;
}

export interface SourceAccess {
  readonly connect: ConnectOut;
  /** The organisation that connects. */
  readonly owner: string;
  readonly source: SourceConnection;
  readonly password: string;
  /** Limit of each statement. */
  readonly timeoutMillis: number;
  /** Limit of what the server may send in all. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

const connectMillis = 10_000;
/** The server ends a statement in time; this is for a server that does not. */
const spareMillis = 5_000;
const pageRows = { first: 10, max: 2000 };
const pageBytes = 4 * 1024 ** 2;
/** What a server may send for one page: a few huge rows must not fill the memory of the process. */
const maxPageBytes = 128 * 1024 ** 2;
const maxColumns = 1000;

/** Values stay texts: numbers of Postgres may have more digits than those of JavaScript. */
const asText: CustomTypesConfig = { getTypeParser: () => (value: string) => value };

/**
 * Connects, opens a read-only snapshot and ends both after `work`. Rejects with `SourceRefused` for a permanent error, with `WentWrong` if a retry
 * may help; errors of `work` itself are passed on.
 */
export async function withSourceTable<T>(access: SourceAccess, work: (table: SourceTable) => Promise<T>): Promise<T> {
  const { source, timeoutMillis, signal } = access;
  const failed = (error: unknown): Error =>
    signal.aborted ? new WentWrong("Reading the table was interrupted.") : sourceFailure(error, source, timeoutMillis);
  const { client, meter } = await open(access).catch((error: unknown) => Promise.reject(failed(error)));
  const abort = () => meter.stop(new WentWrong("Reading the table was interrupted."));
  signal.addEventListener("abort", abort, { once: true });
  const ask = async (text: string, values: readonly string[] = []): Promise<readonly SourceRow[]> => {
    meter.beginPage();
    try {
      const { rows } = await client.query<(string | null)[]>({
        text,
        rowMode: "array",
        ...(values.length > 0 ? { values: [...values] } : {}),
      });
      return rows;
    } catch (error) {
      throw meter.stopped() ?? failed(error);
    }
  };
  try {
    await ask(beginWith(timeoutMillis));
    return await work(tableOver(source, ask, meter));
  } finally {
    signal.removeEventListener("abort", abort);
    // Ends the transaction too. A server that does not take leave is cut off.
    await within(1_000, source.host, client.end()).catch(() => undefined);
    meter.stop(undefined);
  }
}

/** Snapshot and rights end with the transaction, also behind a pooler that shares connections. */
function beginWith(timeoutMillis: number): string {
  return `begin isolation level repeatable read read only;
    set local statement_timeout = ${Math.trunc(timeoutMillis)};
    set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local intervalstyle = 'iso_8601'; set local bytea_output = 'hex'`;
}

type Ask = (text: string, values?: readonly string[]) => Promise<readonly SourceRow[]>;

function tableOver(source: SourceConnection, ask: Ask, meter: Meter): SourceTable {
  return {
    describe: async () => {
      const rows = await ask(describeSource, [source.schema, source.table]);
      if (rows.length > maxColumns) throw new SourceRefused(`${source.schema}.${source.table} has more than ${maxColumns} columns.`);
      return rows.length === 0 ? undefined : rows.map(([name, type]) => ({ name: name ?? "", type: type ?? "" }));
    },
    count: async (maxRows = Number.MAX_SAFE_INTEGER) => Number((await ask(countOfSource(source, maxRows)))[0]?.[0] ?? 0),
    read: async function* (columns, maxRows) {
      await ask(`declare airlock_rows no scroll cursor for ${selectFromSource(source, columns, maxRows)}`);
      let size = pageRows.first;
      for (;;) {
        const rows = await ask(`fetch forward ${size} from airlock_rows`);
        if (rows.length > 0) yield rows;
        if (rows.length < size) return;
        const fitting = Math.floor(pageBytes / Math.max(1, meter.pageBytes() / rows.length));
        size = Math.max(1, Math.min(fitting, size * 4, pageRows.max));
      }
    },
  };
}

async function open(access: SourceAccess): Promise<{ readonly client: Client; readonly meter: Meter }> {
  const { connect, owner, source, password, maxBytes, signal } = access;
  const { host, port, database, user } = source;
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(connectMillis)]);
  const socket = await connect({ host, port, owner, signal: deadline });
  const meter = createMeter(maxBytes, source);
  meter.watch(socket);
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    ssl: source.tls === "verify" ? { rejectUnauthorized: true } : false,
    stream: () => connected(socket),
    connectionTimeoutMillis: connectMillis,
    query_timeout: access.timeoutMillis + spareMillis,
    keepAlive: true,
    application_name: "airlock",
    types: asText,
  });
  // Errors between queries; the next query reports that the connection is closed.
  client.on("error", () => undefined);
  // The driver replaces the stream for TLS and does not declare it.
  const { connection } = client as unknown as {
    readonly connection: { readonly stream: Duplex; once: (event: string, run: () => void) => void };
  };
  connection.once("sslconnect", () => meter.watch(connection.stream));
  try {
    await client.connect();
  } catch (error) {
    socket.destroy();
    throw meter.stopped() ?? error;
  }
  return { client, meter };
}

/** The driver connects its stream itself; this one was connected when its address was checked. */
function connected(socket: Socket): Socket {
  return Object.assign(socket, {
    connect: () => {
      setImmediate(() => socket.emit("connect"));
      return socket;
    },
  });
}

interface Meter {
  readonly watch: (stream: Duplex) => void;
  readonly beginPage: () => void;
  readonly pageBytes: () => number;
  /** Closes the connection. */
  readonly stop: (why: Error | undefined) => void;
  readonly stopped: () => Error | undefined;
}

/** Counts what the server sends, whatever the driver makes of it, and cuts it off at the limits. */
function createMeter(maxBytes: number, { schema, table }: SourceConnection): Meter {
  const streams: Duplex[] = [];
  let all = 0;
  let page = 0;
  let reason: Error | undefined;
  const stop = (why: Error | undefined) => {
    reason ??= why;
    for (const stream of streams) stream.destroy();
  };
  return {
    watch: (stream) => {
      streams.push(stream);
      stream.on("data", (chunk: Buffer) => {
        all += chunk.length;
        page += chunk.length;
        if (page > maxPageBytes) stop(new SourceRefused(`Rows of ${schema}.${table} are too large to be read.`));
        else if (all > maxBytes)
          stop(new SourceRefused(`${schema}.${table} has more than ${maxBytes} bytes, the limit of one run. Use fewer columns or rows.`));
      });
    },
    beginPage: () => {
      page = 0;
    },
    pageBytes: () => page,
    stop,
    stopped: () => reason,
  };
}
