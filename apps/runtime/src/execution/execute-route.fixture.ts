import { createServer, request as httpRequest, type ClientRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basePath, encodeExecution, type KeptAnswer } from "@airlock/contract";
import { createLog, createMetrics, newId } from "@airlock/platform";
import type { Caller } from "../key/keys.ts";
import type { ExecuteRouteOptions } from "./call.ts";
import type { Decided } from "./decide.ts";
import { createDecisionMetrics } from "./decision-metrics.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { createExecuteRoute } from "./routes.ts";

/** The bucket `answers` in memory, with JetStream's limit on the size of a value. `Date.now` is the server's clock. */
export function memoryAnswers(maxValueBytes = 3 * 1024 ** 2) {
  const entries = new Map<string, { readonly revision: number; readonly value: KeptAnswer | undefined; readonly at: number }>();
  let last = 0;
  return {
    entries,
    get: async (key: string) => {
      const entry = entries.get(key);
      return entry === undefined ? undefined : { key, text: undefined, ...entry };
    },
    ageMillis: async (key: string, revision: number) => {
      const entry = entries.get(key);
      return entry?.revision === revision ? Date.now() - entry.at : undefined;
    },
    replace: async (key: string, value: KeptAnswer | undefined, revision: number) => {
      if ((entries.get(key)?.revision ?? 0) !== revision) return undefined;
      if (Buffer.byteLength(JSON.stringify(value) ?? "") > maxValueBytes) throw new Error("message size exceeds maximum allowed");
      last += 1;
      entries.set(key, { revision: last, value, at: Date.now() });
      return last;
    },
  };
}

type Decide = (
  input: string,
  signal: () => AbortSignal,
  caller: Caller,
  correlationId: string,
  versionId: string,
) => Decided | Promise<Decided>;

/** A decision that echoes its input in the log and in its response. */
export function decided(input: string, outcome: { readonly text?: string; readonly errorCode?: string } = {}, correlationId = ""): Decided {
  const status = outcome.errorCode === undefined ? ("completed" as const) : ("failed" as const);
  const [executionId, versionId, solutionId, organisationId] = [newId(), "version", "solution", "organisation"];
  const line = encodeExecution({
    executionId,
    versionId,
    solutionId,
    organisationId,
    keyId: "key",
    callerId: "caller",
    correlationId,
    rolloutId: "",
    arm: "",
    started: 0,
    durationMicros: 1,
    status,
    record: JSON.stringify([input]),
  });
  const error = outcome.errorCode === undefined ? {} : { error: { code: outcome.errorCode, nodeId: "call", message: "" } };
  const execution = { status, runtimeData: { text: outcome.text ?? "" }, reasonCodes: [], ...error };
  // The route reads only these properties of a deployment and of an execution.
  return {
    decision: { executionId, deployment: { versionId, solutionId }, execution, started: 0, durationMicros: 1, arm: "", line },
  } as unknown as Decided;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly code: string | undefined;
}

/** The execute route on a loopback port. The `Authorization` header is the organisation. */
export async function serveRoute(decide: Decide, change: Partial<ExecuteRouteOptions> = {}) {
  const answers = memoryAnswers();
  const logged: string[] = [];
  const route = createExecuteRoute({
    runtimeId: "runtime",
    keys: {
      authenticate: (organisationId = "") => ({
        keyId: `${organisationId}-key`,
        callerId: "caller",
        organisationId,
        mayExecute: true,
        expires: Infinity,
      }),
      ownerOf: () => undefined,
    },
    decide: ({ caller, correlationId, versionId }, body, signal) => decide(body, signal, caller, correlationId, versionId),
    releases: { find: () => undefined },
    executionLog: {
      accepts: () => true,
      append: (entry) => {
        logged.push(entry.line);
        setImmediate(() => entry.done("durable"));
      },
    },
    keptAnswers: createKeptAnswers(() => answers, Date.now),
    lease: { fresh: () => true, settle: () => Promise.resolve() },
    metrics: createDecisionMetrics(createMetrics()),
    refusalLog: { write: () => undefined },
    refusedRequests: { add: () => undefined },
    shadows: { offer: () => undefined },
    maxInFlight: 1024,
    maxBodyBytes: 262_144,
    organisationPerSecond: 0,
    keyPerSecond: 0,
    stopping: () => false,
    log: createLog({ name: "test", level: "silent" }),
    ...change,
  });
  let closed = 0;
  const server: Server = createServer((request, response) => {
    route.handle(request, response);
    response.on("close", () => (closed += 1));
  });
  await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const { port } = server.address() as AddressInfo; // A listening TCP server has an address with a port.

  /** Starts a call; `reply` resolves with the response, or rejects if the connection ends without one. */
  function open(
    headers: Readonly<Record<string, string | number>>,
    path = `${basePath}/versions/version/execute`,
  ): { readonly sending: ClientRequest; readonly reply: Promise<Reply> } {
    const sending = httpRequest({
      port,
      host: "127.0.0.1",
      method: "POST",
      path,
      headers: { authorization: "one", "content-type": "application/json", ...headers },
      agent: false,
    });
    const reply = new Promise<Reply>((resolve, reject) => {
      sending.on("error", reject);
      sending.on("response", (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => (text += part));
        response.on("error", reject);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, code: /"code":"([A-Z_]+)"/.exec(text)?.[1] }),
        );
      });
    });
    return { sending, reply };
  }

  return {
    route,
    answers,
    logged,
    open,
    /** Calls whose connection the route knows to be closed. */
    closed: () => closed,
    call: (body: string, headers: Readonly<Record<string, string>> = {}) => {
      const { sending, reply } = open({ "content-length": Buffer.byteLength(body), ...headers });
      sending.end(body);
      return reply;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export const ndjson = { "content-type": "application/x-ndjson" };

/** For `expect.poll`: long enough for a loaded machine. */
export const patient = { timeout: 30_000 };
