import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { notImplemented, type Failure } from "./failure.ts";

/** A parsed request of ClickHouse's HTTP interface. */
export interface StatementRequest {
  readonly queryId: string | undefined;
  readonly database: string;
  readonly defaultFormat: string;
  readonly settings: ReadonlyMap<string, string>;
  /** SQL from the URL; the body is then its data. Without it the body is the SQL. */
  readonly sql: string;
  readonly body: Readable;
}

/** Parameters of the HTTP handler; every other one is a setting or a `param_` value. */
const handlerParameters = new Set(["database", "query", "query_id", "default_format", "user", "password", "quota_key", "stacktrace"]);
/** Settings that the embedded engine does not support: a connection that became read-only stays so, and a statement cannot be cancelled. */
const ignored = new Set(["readonly", "cancel_http_readonly_queries_on_client_close"]);
const handlerPrefixes = [
  "session_",
  "http_",
  "buffer_size",
  "wait_end_of_query",
  "send_progress_in_http_headers",
  "enable_http_compression",
];
const unsupported = ["session_id", "role", "compress", "decompress"];

export function readRequest(request: IncomingMessage): StatementRequest | Failure {
  const parameters = new URL(request.url ?? "/", "http://front").searchParams;
  for (const name of unsupported) {
    const value = parameters.get(name);
    if (value !== null && value !== "0") return notImplemented(`The development server does not know the parameter ${name}.`);
  }
  const settings = new Map([...parameters].filter(([name]) => isSetting(name)));
  const encoding = request.headers["content-encoding"];
  if (encoding !== undefined && encoding !== "gzip") return notImplemented(`The development server does not read ${encoding}.`);
  return {
    queryId: parameters.get("query_id") ?? undefined,
    database: parameters.get("database") ?? header(request, "x-clickhouse-database") ?? "default",
    defaultFormat: parameters.get("default_format") ?? header(request, "x-clickhouse-format") ?? "TabSeparated",
    settings,
    sql: parameters.get("query") ?? "",
    body: encoding === "gzip" ? request.pipe(createGunzip()) : request,
  };
}

function isSetting(name: string): boolean {
  return !handlerParameters.has(name) && !ignored.has(name) && !handlerPrefixes.some((prefix) => name.startsWith(prefix));
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
