import { ClickHouseError, createClient, type ClickHouseClient } from "@clickhouse/client";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import type { PartState } from "./http-health.ts";

/** ClickHouse as the product uses it: large inserts that are durable when they answer, and queries whose rows are typed by the caller. */
export interface ClickHouse {
  readonly client: ClickHouseClient;
  /** Values are bound by ClickHouse itself (`{name:Type}`), never put into the text. */
  readonly query: <Row>(sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<readonly Row[]>;
  /** A statement without rows. */
  readonly command: (sql: string, parameters?: Readonly<Record<string, unknown>>) => Promise<void>;
  /** Each line is one row as a JSON array in the order of `columns`. Names come from our own code, never from outside. */
  readonly insertLines: (table: string, columns: readonly string[], lines: readonly string[]) => Promise<void>;
  /** Rows as TabSeparated text, which is sent as it is. Floats are read to their last digit. */
  readonly insertTabSeparated: (table: string, columns: readonly string[], content: Buffer) => Promise<void>;
  readonly check: () => Promise<PartState>;
  readonly close: () => Promise<void>;
}

export interface ClickHouseOptions {
  readonly url: string;
  readonly database: string;
  /** Shown in ClickHouse's own query log. */
  readonly name: string;
  readonly requestMillis?: number;
}

export function createClickHouse(options: ClickHouseOptions): ClickHouse {
  const client = createClient({
    url: options.url,
    database: options.database,
    application: options.name,
    request_timeout: options.requestMillis ?? 30_000,
    max_open_connections: 10,
    clickhouse_settings: {
      // An answer means that it was done, not that it was begun: errors after the first byte would otherwise be lost.
      wait_end_of_query: 1,
      // Sums and counts beyond 2^53 do not occur; numbers are easier to use than texts.
      output_format_json_quote_64bit_integers: 0,
      date_time_output_format: "iso",
    },
  });
  async function insertText(statement: string, content: Buffer, settings: Readonly<Record<string, number>> = {}): Promise<void> {
    // `insert` would encode each row once more; these are text already.
    const values = Readable.from([content], { objectMode: false });
    const { stream } = await client.exec({ query: statement, values, clickhouse_settings: settings });
    // The answer is empty, but the connection is free for others only when it was read.
    await finished(stream.resume());
  }
  return {
    client,
    query: async <Row>(sql: string, parameters: Readonly<Record<string, unknown>> = {}) => {
      const result = await client.query({ query: sql, query_params: parameters, format: "JSONEachRow" });
      return result.json<Row>();
    },
    command: async (sql, parameters = {}) => {
      await client.command({ query: sql, query_params: parameters });
    },
    insertLines: async (table, columns, lines) => {
      if (lines.length === 0) return;
      await insertText(`INSERT INTO ${table} (${columns.join(", ")}) FORMAT JSONCompactEachRow`, Buffer.from(lines.join("\n")));
    },
    insertTabSeparated: (table, columns, content) =>
      insertText(`INSERT INTO ${table} (${columns.join(", ")}) FORMAT TabSeparated`, content, { precise_float_parsing: 1 }),
    check: async () => {
      const answer = await client.ping();
      return answer.success ? { ok: true } : { ok: false, detail: answer.error.message };
    },
    close: () => client.close(),
  };
}

/**
 * Codes by which ClickHouse says that a row does not fit its table: parsing (6, 26, 27, 41, 72, 117, 130, 131, 136, 441, 691), types
 * (53, 70) and values out of range (69, 321, 349). Everything else, from a missing table to no memory, is about the server.
 */
const dataErrors = new Set(["6", "26", "27", "41", "53", "69", "70", "72", "117", "130", "131", "136", "321", "349", "441", "691"]);

/** Codes by which it says that the question itself is wrong or too large: memory, syntax, names, types. */
const questionErrors = new Set(["43", "47", "62", "167", "241", "386", "396", "456", "457"]);

export function isRefusedQuery(error: unknown): boolean {
  return error instanceof ClickHouseError && questionErrors.has(error.code);
}

/** Somebody dropped it. */
export function isMissingTable(error: unknown): boolean {
  return error instanceof ClickHouseError && error.code === "60";
}

export function isDataError(error: unknown): boolean {
  return error instanceof ClickHouseError && dataErrors.has(error.code);
}

export { recordPlace, searchExecutions, type ExecutionCondition, type ExecutionFilters, type SearchedVersion } from "./execution-search.ts";
export { countedMinutes, countMinutes, isUncounted, settleMillis } from "./execution-minutes.ts";
export {
  keepPredictionHour,
  keepPredictionPairs,
  liveColumns,
  liveQuality,
  type LiveColumn,
  type LiveQuality,
  type LiveRange,
  type PredictionHour,
} from "./live-predictions.ts";
