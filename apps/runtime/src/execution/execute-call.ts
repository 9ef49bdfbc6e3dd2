import type { IncomingMessage, ServerResponse } from "node:http";
import type { Problem } from "@airlock/contract";
import { logFor, newId, SpanKind, traceFrom, tracer, tracing, type WorkIds } from "@airlock/platform";
import type { Caller } from "../key/keys.ts";
import { answerProblem } from "../problem-answer.ts";
import { answerText } from "./answer.ts";
import type { Decided, Decision } from "./decide.ts";
import type { LogEntry } from "./execution-log.ts";
import { readBody } from "./read-body.ts";
import type { ExecuteRouteOptions } from "./routes.ts";

/**
 * One call for a decision, from its arrival to its answer. An object with methods and not a nest of closures: there are ten thousand
 * of these a second, and it is itself the entry that waits in the log.
 */
export class ExecuteCall implements LogEntry {
  executionId = "";
  line = "";
  traceparent: string | undefined;
  readonly versionId: string;
  readonly #route: ExecuteRouteOptions;
  readonly #response: ServerResponse;
  readonly #ids: WorkIds;
  readonly #arrived = performance.now();
  readonly #span;
  #decision: Decision | undefined;
  #abandoned: AbortController | undefined;
  #over = false;

  constructor(route: ExecuteRouteOptions, versionId: string, request: IncomingMessage, response: ServerResponse) {
    this.#route = route;
    this.versionId = versionId;
    this.#response = response;
    const { headers } = request;
    this.#ids = { correlationId: idFromHeader(headers["x-correlation-id"]), requestId: idFromHeader(headers["x-request-id"]) };
    this.#span = tracing() ? tracer().startSpan("POST execute", { kind: SpanKind.SERVER }, traceFrom(headers)) : undefined;
  }

  refuse(problem: Problem, headers?: Readonly<Record<string, string>>): void {
    this.#route.metrics.refused(problem.code);
    const correlationId = this.#ids.correlationId ?? newId();
    this.#span?.setAttributes({ "airlock.problem": problem.code, "airlock.correlation_id": correlationId });
    this.#span?.end();
    answerProblem(this.#response, problem, { correlationId, headers });
  }

  /** The caller is known: reads what it sent, decides, and answers when the execution is durable. */
  take(caller: Caller, request: IncomingMessage): void {
    readBody(request, this.#route.maxBodyBytes, (read) => {
      if (this.#over) return;
      if (read === "tooLarge") return this.refuse({ code: "BODY_TOO_LARGE" }, { connection: "close" });
      if (this.#route.lease.fresh()) this.#decide(caller, read.text);
      else void this.#route.lease.settle().then(() => this.#decide(caller, read.text));
    });
  }

  /** The connection has ended, with an answer or without. */
  over(): void {
    this.#over = true;
    this.#abandoned?.abort();
  }

  #decide(caller: Caller, body: string): void {
    try {
      const decided = this.#route.decide(caller, this.versionId, body, () => (this.#abandoned ??= new AbortController()).signal);
      if (decided instanceof Promise) decided.then((result) => this.#store(result)).catch((error: unknown) => this.#fail(error));
      else this.#store(decided);
    } catch (error) {
      this.#fail(error);
    }
  }

  #store(decided: Decided): void {
    if ("problem" in decided) return this.refuse(decided.problem);
    const { decision } = decided;
    this.#decision = decision;
    this.executionId = decision.executionId;
    this.line = decision.line;
    if (this.#span !== undefined) {
      const { executionId, execution, deployment } = decision;
      this.#span.setAttributes({
        "airlock.version": deployment.versionId,
        "airlock.execution": executionId,
        "airlock.status": execution.status,
      });
      const { traceId, spanId, traceFlags } = this.#span.spanContext();
      if ((traceFlags & 1) === 1) this.traceparent = `00-${traceId}-${spanId}-01`;
    }
    this.#route.executionLog.append(this);
  }

  done(durable: boolean): void {
    const decision = this.#decision;
    if (!durable || decision === undefined) {
      logFor(this.#route.log, this.#ids).error({ executionId: this.executionId }, "an execution could not be stored");
      return this.refuse({ code: "EXECUTION_NOT_LOGGED" }, { "retry-after": "1" });
    }
    this.#route.metrics.decided(decision.execution.status, performance.now() - this.#arrived);
    this.#span?.end();
    const text = answerText(decision, this.#route.runtimeId);
    const headers = [
      "content-type",
      "application/hal+json",
      "content-length",
      String(Buffer.byteLength(text)),
      "cache-control",
      "no-store",
    ];
    if (this.#ids.correlationId !== undefined) headers.push("x-correlation-id", this.#ids.correlationId);
    this.#response.writeHead(200, headers);
    this.#response.end(text);
  }

  #fail(error: unknown): void {
    logFor(this.#route.log, this.#ids).error({ err: error, versionId: this.versionId }, "a decision failed in a way that nobody expected");
    this.refuse({ code: "INTERNAL" });
  }
}

const idPattern = /^[\w.:-]{1,128}$/;

/** An id that somebody sent goes into logs and headers, so it must look like one. */
function idFromHeader(value: string | string[] | undefined): string | undefined {
  return typeof value === "string" && idPattern.test(value) ? value : undefined;
}
