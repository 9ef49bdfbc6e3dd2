import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";

/**
 * `GET /live` reports that the event loop runs. `GET /ready` reports the state of each part, and is 200 only if every needed part works. A part that
 * may be unavailable (a runtime's JetStream) is reported but does not count.
 */
export interface PartState {
  readonly ok: boolean;
  readonly detail?: string | undefined;
}

export interface Part {
  /** False: the process works without it, so it is only reported. */
  readonly needed: boolean;
  readonly check: () => Promise<PartState> | PartState;
}

export interface Readiness {
  readonly ready: boolean;
  readonly parts: Readonly<Record<string, PartState & { readonly needed: boolean }>>;
}

const checkMillis = 2_000;

export async function readiness(parts: Readonly<Record<string, Part>>): Promise<Readiness> {
  const entries = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => [name, { ...(await checked(part)), needed: part.needed }] as const),
  );
  return { ready: entries.every(([, state]) => state.ok || !state.needed), parts: Object.fromEntries(entries) };
}

async function answerReadiness(parts: Readonly<Record<string, Part>>, response: ServerResponse): Promise<void> {
  const state = await readiness(parts);
  send(response, state.ready ? 200 : 503, "application/json", JSON.stringify(state));
}

async function checked(part: Part): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: `no answer within ${checkMillis} ms` }), checkMillis);
  });
  try {
    return await Promise.race([part.check(), late]);
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

export interface HealthOptions {
  readonly parts: Readonly<Record<string, Part>>;
  /** Metrics in the Prometheus text format, for `GET /metrics`. */
  readonly metrics?: (() => string) | undefined;
  /** The bearer token that a request for metrics needs; empty for none. */
  readonly metricsToken?: string;
}

/** Digests are compared, so that timing reveals nothing about the token. */
export function mayReadMetrics(token: string, authorization: string | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return token === "" || timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ""));
}

/** Handles the three paths; returns whether the request was one of them, so that a server with other routes can call it first. */
export function answerHealth(options: HealthOptions, request: IncomingMessage, response: ServerResponse): boolean {
  if (request.method !== "GET") return false;
  switch (request.url) {
    case "/live":
      send(response, 200, "application/json", '{"live":true}');
      return true;
    case "/ready":
      void answerReadiness(options.parts, response);
      return true;
    case "/metrics":
      if (options.metrics === undefined) return false;
      if (!mayReadMetrics(options.metricsToken ?? "", request.headers.authorization)) {
        send(response, 401, "application/json", '{"code":"TOKEN_MISSING"}');
        return true;
      }
      send(response, 200, "text/plain; version=0.0.4; charset=utf-8", options.metrics());
      return true;
    default:
      return false;
  }
}

/** For a process without any other HTTP interface. */
export async function startHealthServer(options: HealthOptions & { readonly host: string; readonly port: number }): Promise<Server> {
  const server = createServer((request, response) => {
    if (!answerHealth(options, request, response)) send(response, 404, "application/json", '{"code":"NOT_FOUND"}');
  });
  await listen(server, options.host, options.port);
  return server;
}

export function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

/**
 * Accepts no new connections, completes pending requests, and then closes. Idle connections get `drainMillis` for one more request or to be closed by
 * the client: a proxy that is sending on one would otherwise see its request fail.
 */
export async function closeServer(server: Server, drainMillis = 0): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // `close` of an HTTP server ends idle connections immediately; that of `net` only stops listening.
    NetServer.prototype.close.call(server, () => resolve());
  });
  if (drainMillis > 0) await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, drainMillis).unref())]);
  server.closeIdleConnections();
  await closed;
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), "cache-control": "no-store" });
  response.end(body);
}
