import { ClickHouseError, createClient, type ClickHouseClient, type ClickHouseSettings } from "@clickhouse/client";
import { Agent } from "node:https";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { ClickHouseAccess } from "./access.ts";
import { queryLimits } from "./grants.ts";
import type { PartState } from "../process/http-health.ts";
import { createSlotQueue } from "../process/slot-queue.ts";
import { readTlsFiles } from "../crypto/tls-files.ts";

export type QueryClient = Pick<ClickHouseClient, "query" | "command" | "exec">;

/** A query exceeded `max_execution_time`, and the server ended it. */
export class QueryTimeout extends Error {}

/** ClickHouse as the product uses it: large inserts that are durable when they resolve, and queries whose rows are typed by the caller. */
export interface ClickHouse {
  readonly client: QueryClient;
  /**
   * A client for the requests of one organisation: within its share of the connections, with limits, cancelled when the caller disconnects. Queries
   * of the api's database user see only this organisation's rows of shared tables, and no rows without this function.
   */
  readonly forOrganisation: (organisationId: string, signal?: AbortSignal) => ClickHouse;
  /** Values are bound by ClickHouse itself (`{name:Type}`), never concatenated into the text. */
  readonly query: <Row>(sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<readonly Row[]>;
  /** A statement without a result. */
  readonly command: (sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Each line is one row as a JSON array in the order of `columns`. Table and column names come from our own code, never from users. */
  readonly insertLines: (table: string, columns: readonly string[], lines: readonly string[]) => Promise<void>;
  /** Rows as TabSeparated text, sent unchanged. Floats keep their last digit. */
  readonly insertTabSeparated: (table: string, columns: readonly string[], content: Buffer) => Promise<void>;
  readonly check: () => Promise<PartState>;
  readonly close: () => Promise<void>;
}

export interface ClickHouseOptions extends ClickHouseAccess {
  /** Shown in ClickHouse's own query log. */
  readonly name: string;
  readonly requestMillis?: number;
}

/** With these, a server stops a query whose connection closes, which it does only for read-only queries. The development engine ignores both. */
const endedOnClose: ClickHouseSettings = { cancel_http_readonly_queries_on_client_close: 1, readonly: "2" };

const connections = 10;
/** Limits of concurrent and of queued queries per organisation: a page of charts sends about ten. */
const shares = { each: 4, all: connections, waitingEach: 64, waitMillis: 10_000 };
/** ClickHouse's codes for a query that took too long. */
const timeouts = new Set(["159", "160"]);

export function createClickHouse(options: ClickHouseOptions): ClickHouse {
  const requestMillis = options.requestMillis ?? 30_000;
  const queue = createSlotQueue(shares);
  const client = createClient({
    url: options.url,
    database: options.database,
    ...(options.user === undefined ? {} : { username: options.user }),
    ...(options.password === undefined ? {} : { password: options.password }),
    ...(options.tls === undefined ? {} : { http_agent: tlsAgent(options.tls) }),
    application: options.name,
    request_timeout: requestMillis,
    max_open_connections: connections,
    clickhouse_settings: {
      // Respond when the statement is complete: errors after the first byte would otherwise be lost.
      wait_end_of_query: 1,
      // Sums and counts beyond 2^53 do not occur, and numbers are easier to use than strings.
      output_format_json_quote_64bit_integers: 0,
      date_time_output_format: "iso",
    },
  });
  async function insertText(statement: string, content: Buffer, settings: Readonly<Record<string, number>> = {}): Promise<void> {
    // `insert` would encode each row again; these are text already.
    const values = Readable.from([content], { objectMode: false });
    const { stream } = await client.exec({ query: statement, values, clickhouse_settings: settings });
    // The response is empty, but the connection returns to the pool only after it was read.
    await finished(stream.resume());
  }
  const check: ClickHouse["check"] = async () => {
    // A statement rather than `/ping`, which servers answer without authentication: a wrong password must fail here.
    const answer = await client.ping({ select: true });
    return answer.success ? { ok: true } : { ok: false, detail: answer.error.message };
  };

  /** Below the client's own timeout, so that the server ends a query before the client gives up on it. */
  const limits = {
    max_execution_time: Math.max(1, Math.floor(requestMillis / 1000) - 1),
    max_memory_usage: String(queryLimits.memoryBytes),
    max_result_rows: String(queryLimits.resultRows),
    max_result_bytes: String(queryLimits.resultBytes),
  };

  function limited(organisationId: string, signal: AbortSignal | undefined): QueryClient {
    function within<Result>(run: () => Promise<Result>): Promise<Result> {
      return queue.run(organisationId, signal, async () => {
        try {
          return await run();
        } catch (error) {
          if (signal?.aborted === true) throw signal.reason;
          throw error instanceof ClickHouseError && timeouts.has(error.code) ? new QueryTimeout(error.message, { cause: error }) : error;
        }
      });
    }
    const bounded = <Params extends { readonly clickhouse_settings?: ClickHouseSettings }>(
      params: Params,
      also: ClickHouseSettings = {},
    ) => ({
      ...params,
      ...(signal === undefined ? {} : { abort_signal: signal }),
      // Last, so that no caller can replace it: the row filter of the api's user compares it with the `organisation` of each row.
      clickhouse_settings: { ...limits, ...also, ...params.clickhouse_settings, log_comment: organisationId },
    });
    return {
      query: (params: Parameters<QueryClient["query"]>[0]) => within(() => client.query(bounded(params, endedOnClose))),
      command: (params) => within(() => client.command(bounded(params))),
      exec: (params: Parameters<QueryClient["exec"]>[0]) => within(() => client.exec(bounded(params))),
    };
  }

  const withClient = (used: QueryClient): ClickHouse => ({
    client: used,
    forOrganisation: (organisationId, signal) => withClient(limited(organisationId, signal)),
    query: async <Row>(sql: string, parameters: Readonly<Record<string, unknown>> = {}) => {
      const result = await used.query({ query: sql, query_params: parameters, format: "JSONEachRow" });
      return result.json<Row>();
    },
    command: async (sql, parameters = {}) => {
      await used.command({ query: sql, query_params: parameters });
    },
    insertLines: async (table, columns, lines) => {
      if (lines.length === 0) return;
      await insertText(`INSERT INTO ${table} (${columns.join(", ")}) FORMAT JSONCompactEachRow`, Buffer.from(lines.join("\n")));
    },
    insertTabSeparated: (table, columns, content) =>
      insertText(`INSERT INTO ${table} (${columns.join(", ")}) FORMAT TabSeparated`, content, { precise_float_parsing: 1 }),
    check,
    close: () => client.close(),
  });
  return withClient(client);
}

/** Not the client's own option for certificates: with a client certificate it would authenticate by that alone, without the password. */
function tlsAgent(tls: NonNullable<ClickHouseAccess["tls"]>): Agent {
  return new Agent({ ...readTlsFiles(tls), keepAlive: true, maxSockets: connections });
}

/**
 * Codes for a row that does not fit its table: parsing (6, 26, 27, 41, 72, 117, 130, 131, 136, 441, 691), types (53, 70) and values out of range (69,
 * 321, 349). All others, from a missing table to lack of memory, are faults of the server.
 */
const dataErrors = new Set(["6", "26", "27", "41", "53", "69", "70", "72", "117", "130", "131", "136", "321", "349", "441", "691"]);

/** Codes for a query that is wrong or too large: memory, syntax, names, types. */
const questionErrors = new Set(["43", "47", "62", "167", "241", "386", "396", "456", "457"]);

export function isRefusedQuery(error: unknown): boolean {
  return error instanceof ClickHouseError && questionErrors.has(error.code);
}

/** The table was dropped. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === "60";
}

export function isDataError(error: unknown): boolean {
  return error instanceof ClickHouseError && dataErrors.has(error.code);
}

export { isUnavailable } from "./unavailable.ts";
