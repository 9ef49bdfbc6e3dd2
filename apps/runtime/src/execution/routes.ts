import type { IncomingMessage, ServerResponse } from "node:http";
import { basePath, type Problem, type ProblemCode } from "@airlock/contract";
import { logFor, newId, SpanKind, traceFrom, tracer, tracing, type Log } from "@airlock/platform";
import type { Keys } from "../key/keys.ts";
import type { Lease } from "../lease/lease.ts";
import { answerProblem } from "../problem-answer.ts";
import { answerText } from "./answer.ts";
import type { createDecide, Decision } from "./decide.ts";
import type { DecisionMetrics } from "./decision-metrics.ts";
import type { ExecutionLog } from "./execution-log.ts";
import { readBody } from "./read-body.ts";

export interface ExecuteRouteOptions {
  readonly runtimeId: string;
  readonly keys: Keys;
  readonly decide: ReturnType<typeof createDecide>;
  readonly executionLog: ExecutionLog;
  readonly lease: Pick<Lease, "fresh" | "settle">;
  readonly metrics: DecisionMetrics;
  readonly maxInFlight: number;
  readonly maxBodyBytes: number;
  readonly stopping: () => boolean;
  readonly log: Log;
}

const prefix = `${basePath}/`;
const suffix = "/execute";
const idInPath = /^[0-9A-Za-z_-]{1,64}$/;

/** The version's id in `{base}/.../versions/{id}/execute`, or undefined when the path is not one of these. */
export function versionInPath(url: string): string | undefined {
  const query = url.indexOf("?");
  const path = query === -1 ? url : url.slice(0, query);
  if (!path.startsWith(prefix) || !path.endsWith(suffix)) return undefined;
  const end = path.length - suffix.length;
  const begin = path.lastIndexOf("/", end - 1) + 1;
  if (!path.slice(0, begin).endsWith("/versions/")) return undefined;
  const id = path.slice(begin, end);
  return idInPath.test(id) ? id : undefined;
}

/**
 * `POST .../versions/{id}/execute`. The order of the checks is the order of what they cost and of what they may tell: nobody
 * learns whether a version exists before the key is proven. The answer is sent only when the execution is durable.
 *
 * A later `Idempotency-Key` belongs between the key check and `decide`.
 */
export function createExecuteRoute(options: ExecuteRouteOptions) {
  const { runtimeId, keys, decide, executionLog, lease, metrics, log } = options;
  let inFlight = 0;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const arrived = performance.now();
    const correlationId = idFromHeader(request.headers["x-correlation-id"]);
    const ids = { correlationId, requestId: idFromHeader(request.headers["x-request-id"]) };
    const span = tracing() ? tracer().startSpan("POST execute", { kind: SpanKind.SERVER }, traceFrom(request.headers)) : undefined;

    const refuse = (problem: Problem, headers?: Readonly<Record<string, string>>): void => {
      metrics.refused(problem.code);
      const id = correlationId ?? newId();
      const server = isServerFault(problem.code);
      if (server) logFor(log, { ...ids, correlationId: id }).error({ code: problem.code }, "refused");
      span?.setAttributes({ "airlock.problem": problem.code, "airlock.correlation_id": id });
      span?.end();
      answerProblem(response, problem, { correlationId: id, headers });
    };

    const versionId = versionInPath(request.url ?? "");
    if (versionId === undefined) return refuse({ code: "ROUTE_UNKNOWN" });
    if (request.method !== "POST") return refuse({ code: "METHOD_NOT_ALLOWED", details: { allow: "POST" } }, { allow: "POST" });
    if (options.stopping()) return refuse({ code: "STOPPING" }, { "retry-after": "0", connection: "close" });
    if (inFlight >= options.maxInFlight) return refuse({ code: "OVERLOADED" }, { "retry-after": "1" });
    const caller = keys.authenticate(request.headers.authorization, Date.now());
    if (caller === undefined) return refuse({ code: "KEY_INVALID" }, { "www-authenticate": "Bearer" });
    if (!caller.mayExecute) return refuse({ code: "PERMISSION_MISSING", details: { permission: "solution.execute" } });
    if (!isJson(request.headers["content-type"])) return refuse({ code: "MEDIA_TYPE_UNSUPPORTED" });

    inFlight += 1;
    // Calls of a flow to elsewhere end with the caller who asked for them.
    const abandoned = new AbortController();
    let over = false;
    response.once("close", () => {
      over = true;
      inFlight -= 1;
      abandoned.abort();
    });

    const store = (decision: Decision): void => {
      const context = span?.spanContext();
      span?.setAttributes({
        "airlock.version": decision.deployment.versionId,
        "airlock.execution": decision.executionId,
        "airlock.status": decision.execution.status,
      });
      const sampled = context !== undefined && (context.traceFlags & 1) === 1;
      executionLog.append({
        executionId: decision.executionId,
        versionId: decision.deployment.versionId,
        line: decision.line,
        traceparent: sampled ? `00-${context.traceId}-${context.spanId}-01` : undefined,
        done: (durable) => {
          if (!durable) return refuse({ code: "EXECUTION_NOT_LOGGED" }, { "retry-after": "1" });
          metrics.decided(decision.execution.status, performance.now() - arrived);
          span?.end();
          answer(response, answerText(decision, runtimeId), correlationId);
        },
      });
    };

    const evaluate = async (body: string): Promise<void> => {
      if (!lease.fresh()) await lease.settle();
      const decided = decide(caller, versionId, body, abandoned.signal);
      const result = decided instanceof Promise ? await decided : decided;
      if ("problem" in result) refuse(result.problem);
      else store(result.decision);
    };

    readBody(request, options.maxBodyBytes, (read) => {
      if (over) return;
      if (read === "tooLarge") return refuse({ code: "BODY_TOO_LARGE" }, { connection: "close" });
      evaluate(read.text).catch((error: unknown) => {
        logFor(log, ids).error({ err: error, versionId }, "a decision failed in a way that nobody expected");
        refuse({ code: "INTERNAL" });
      });
    });
  }

  return { handle, inFlight: () => inFlight };
}

function answer(response: ServerResponse, text: string, correlationId: string | undefined): void {
  response.writeHead(200, [
    "content-type",
    "application/hal+json",
    "content-length",
    String(Buffer.byteLength(text)),
    "cache-control",
    "no-store",
    ...(correlationId === undefined ? [] : ["x-correlation-id", correlationId]),
  ]);
  response.end(text);
}

const idPattern = /^[\w.:-]{1,128}$/;

/** An id that somebody sent goes into logs and headers, so it must look like one. */
function idFromHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && idPattern.test(value) ? value : undefined;
}

function isJson(contentType: string | undefined): boolean {
  return contentType === "application/json" || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "");
}

function isServerFault(code: ProblemCode): boolean {
  return code === "EXECUTION_NOT_LOGGED" || code === "INTERNAL";
}
