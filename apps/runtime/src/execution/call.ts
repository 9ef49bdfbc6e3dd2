import type { IncomingMessage, ServerResponse } from "node:http";
import type { Problem } from "@airlock/contract";
import { logFor, newId, SpanKind, traceFrom, tracer, tracing, type Log, type WorkIds } from "@airlock/platform";
import type { Keys } from "../key/keys.ts";
import type { Lease } from "../lease/lease.ts";
import { answerProblem } from "../problem-answer.ts";
import type { createDecide } from "./decide.ts";
import type { DecisionMetrics } from "./decision-metrics.ts";
import type { ExecutionLog } from "./execution-log.ts";
import type { KeptAnswers } from "./kept-answers.ts";

/** What a call is answered with. */
export interface ExecuteRouteOptions {
  readonly runtimeId: string;
  readonly keys: Keys;
  readonly decide: ReturnType<typeof createDecide>;
  readonly executionLog: ExecutionLog;
  readonly keptAnswers: KeptAnswers;
  readonly lease: Pick<Lease, "fresh" | "settle">;
  readonly metrics: DecisionMetrics;
  readonly maxInFlight: number;
  readonly maxBodyBytes: number;
  readonly stopping: () => boolean;
  readonly log: Log;
}

/**
 * One call for decisions, from its arrival to its answer. An object with methods and not a nest of closures: there are ten thousand of
 * these a second.
 */
export class Call {
  readonly versionId: string;
  protected readonly route: ExecuteRouteOptions;
  protected readonly arrived = performance.now();
  protected readonly span;
  protected isOver = false;
  readonly #response: ServerResponse;
  readonly #ids: WorkIds;
  #abandoned: AbortController | undefined;

  constructor(route: ExecuteRouteOptions, versionId: string, request: IncomingMessage, response: ServerResponse) {
    this.route = route;
    this.versionId = versionId;
    this.#response = response;
    const { headers } = request;
    this.#ids = { correlationId: idFromHeader(headers["x-correlation-id"]), requestId: idFromHeader(headers["x-request-id"]) };
    this.span = tracing() ? tracer().startSpan("POST execute", { kind: SpanKind.SERVER }, traceFrom(headers)) : undefined;
  }

  refuse(problem: Problem, headers?: Readonly<Record<string, string>>): void {
    this.route.metrics.refused(problem.code);
    const correlationId = this.correlationId();
    this.span?.setAttributes({ "airlock.problem": problem.code, "airlock.correlation_id": correlationId });
    this.span?.end();
    answerProblem(this.#response, problem, { correlationId, headers });
  }

  /** The connection has ended, with an answer or without. */
  over(): void {
    this.isOver = true;
    this.#abandoned?.abort();
  }

  /** Ends what a flow asks of others when the caller has left. */
  protected signal(): AbortSignal {
    return (this.#abandoned ??= new AbortController()).signal;
  }

  protected correlationId(): string {
    return this.#ids.correlationId ?? newId();
  }

  protected answer(contentType: string, text: string, extra: readonly string[] = []): void {
    this.span?.end();
    const bytes = Buffer.byteLength(text);
    const headers = ["content-type", contentType, "content-length", String(bytes), "cache-control", "no-store", ...extra];
    if (this.#ids.correlationId !== undefined) headers.push("x-correlation-id", this.#ids.correlationId);
    this.#response.writeHead(200, headers);
    // A byte a character means that there is nothing to encode, and nearly every answer is so.
    this.#response.end(text, bytes === text.length ? "latin1" : "utf8");
  }

  protected traceparentOf(): string | undefined {
    if (this.span === undefined) return undefined;
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return (traceFlags & 1) === 1 ? `00-${traceId}-${spanId}-01` : undefined;
  }

  protected notLogged(executionId: string): void {
    logFor(this.route.log, this.#ids).error({ executionId }, "an execution could not be stored");
    this.refuse({ code: "EXECUTION_NOT_LOGGED" }, { "retry-after": "1" });
  }

  protected fail(error: unknown): void {
    logFor(this.route.log, this.#ids).error({ err: error, versionId: this.versionId }, "a decision failed in a way that nobody expected");
    this.refuse({ code: "INTERNAL" });
  }
}

const idPattern = /^[\w.:-]{1,128}$/;

/** An id that somebody sent goes into logs and headers, so it must look like one. */
function idFromHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && idPattern.test(value) ? value : undefined;
}
