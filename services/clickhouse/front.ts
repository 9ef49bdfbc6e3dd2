import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import type { ClickHouseUser } from "@airlock/platform/clickhouse-grants";
import { authenticate, refusal } from "./access.ts";
import type { Engine, Outcome } from "./engine.ts";
import { asFailure, notImplemented, type Failure } from "./failure.ts";
import { countLines, insertFormat, readLinePieces, readText } from "./insert-data.ts";
import { readRequest, type StatementRequest } from "./request.ts";

/** Size of the pieces of a long insert. A server splits blocks too, so a larger body is not atomic there either. */
const pieceBytes = 64 * 1024 * 1024;

interface Answer extends Outcome {
  readonly rowsWritten: number;
  /** The file with the content, if it is not in memory. Deleted after it was sent. */
  readonly file?: string;
}

export interface FrontOptions {
  /** The database that grants are for. */
  readonly database: string;
  /** The value of `log_comment` with which a statement bypasses the engine's row filters. */
  readonly unfiltered: string;
}

/** ClickHouse's HTTP interface, as far as the official client uses it, in front of the engine. For development and tests only. */
export function createFront(engine: Engine, options: FrontOptions): Server {
  return createServer((request, response) => {
    void answer(engine, options, request, response);
  });
}

async function answer(engine: Engine, options: FrontOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? "/").split("?", 1)[0];
  if (path === "/ping" || path === "/replicas_status") {
    response.end("Ok.\n");
    return;
  }
  const user = authenticate(request);
  if (typeof user !== "string") {
    sendFailure(response, user);
    return;
  }
  const read = readRequest(request);
  if ("status" in read) {
    sendFailure(response, read);
    return;
  }
  const statement = user === "api" ? read : { ...read, settings: new Map([...read.settings, ["log_comment", options.unfiltered]]) };
  response.setHeader("X-ClickHouse-Query-Id", statement.queryId ?? randomUUID());
  response.setHeader("X-ClickHouse-Timezone", "UTC");
  try {
    const outcome = await execute(engine, statement, user, options.database);
    if ("status" in outcome) sendFailure(response, outcome);
    else sendOutcome(request, response, outcome);
  } catch (error) {
    sendFailure(response, asFailure(error));
  }
}

/** A select in a file format. */
const fileFormat = /\bformat\s+(csvwithnames|parquet)\s*;?\s*$/i;

/** Like a server with `wait_end_of_query`: the response is first written to disk, so that its size does not matter. */
async function executeToFile(engine: Engine, { database, defaultFormat, settings }: StatementRequest, sql: string): Promise<Answer> {
  const file = join(tmpdir(), `airlock-answer-${randomUUID()}`);
  try {
    const statement = sql.replace(fileFormat, `INTO OUTFILE '${file}' TRUNCATE FORMAT $1`);
    return { ...(await engine.run({ sql: statement, database, defaultFormat, settings })), rowsWritten: 0, file };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

async function execute(
  engine: Engine,
  statement: StatementRequest,
  user: ClickHouseUser,
  productDatabase: string,
): Promise<Answer | Failure> {
  const { database, defaultFormat, settings } = statement;
  const refused = (sql: string): Failure | undefined => refusal(user, { sql, database, settings }, productDatabase);
  const run = (sql: string) => engine.run({ sql, database, defaultFormat, settings });
  const format = insertFormat(statement.sql);
  if (format === undefined) {
    const body = await readText(statement.body);
    const denied = refused(statement.sql === "" ? body : statement.sql);
    if (denied !== undefined) return denied;
    if (statement.sql === "" && fileFormat.test(body)) return executeToFile(engine, statement, body);
    return { ...(await run(statement.sql === "" ? body : `${statement.sql}\n${body}`)), rowsWritten: 0 };
  }
  const denied = refused(statement.sql);
  if (denied !== undefined) return denied;
  if (!format.isText) return notImplemented("The development server reads inserts in text formats only.");
  const pieces = format.isLines ? readLinePieces(statement.body, pieceBytes) : [await readText(statement.body)];
  let rowsWritten = 0;
  let seconds = 0;
  for await (const piece of pieces) {
    // Without data the engine would wait for its standard input.
    if (piece.trim() === "") continue;
    seconds += (await run(`${statement.sql}\n${piece}`)).seconds;
    rowsWritten += format.isLines ? countLines(piece) : 0;
  }
  return { bytes: new Uint8Array(), seconds, rowsRead: rowsWritten, bytesRead: 0, rowsWritten };
}

function sendOutcome(request: IncomingMessage, response: ServerResponse, outcome: Answer): void {
  const summary = {
    read_rows: outcome.rowsRead,
    read_bytes: outcome.bytesRead,
    written_rows: outcome.rowsWritten,
    written_bytes: 0,
    total_rows_to_read: 0,
    result_rows: 0,
    result_bytes: outcome.bytes.byteLength,
    elapsed_ns: Math.round(outcome.seconds * 1e9),
  };
  // The server writes these numbers as text, since some are 64 bits wide.
  const asText = Object.fromEntries(Object.entries(summary).map(([name, value]) => [name, String(value)]));
  response.setHeader("X-ClickHouse-Summary", JSON.stringify(asText));
  response.setHeader("Content-Type", "text/plain; charset=UTF-8");
  const { file } = outcome;
  if (file !== undefined) {
    // A client that disconnects before the end sees a closed connection, as with a server.
    void pipeline(createReadStream(file), response)
      .catch(() => undefined)
      .finally(() => void rm(file, { force: true }));
    return;
  }
  if ((request.headers["accept-encoding"] ?? "").includes("gzip")) {
    response.setHeader("Content-Encoding", "gzip");
    response.end(gzipSync(outcome.bytes));
  } else {
    response.end(outcome.bytes);
  }
}

function sendFailure(response: ServerResponse, failure: Failure): void {
  response.statusCode = failure.status;
  response.setHeader("X-ClickHouse-Exception-Code", String(failure.code));
  response.setHeader("Content-Type", "text/plain; charset=UTF-8");
  response.end(`${failure.text}\n`);
}
