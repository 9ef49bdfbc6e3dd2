import type { IncomingMessage, ServerResponse } from "node:http";
import { decidePath, type ChallengerEntry, type Problem, type ProblemCode } from "@airlock/contract";
import { logFor, newId, SpanKind, traceFrom, tracer, tracing, type Lane, type Log, type WorkIds } from "@airlock/platform";
import { idFromHeader } from "../id-from-header.ts";
import type { Caller, Keys } from "../key/keys.ts";
import type { Lease } from "../lease/lease.ts";
import { answerProblem } from "../problem-answer.ts";
import type { Released, Releases } from "../release/releases.ts";
import type { createDecide, Decision } from "./decide.ts";
import type { DecisionMetrics } from "./decision-metrics.ts";
import type { ExecutionLog } from "./execution-log.ts";
import type { KeptAnswers } from "./kept-answers.ts";
import type { RefusedRequests } from "../refused-request/refused-requests.ts";
import { refusalOf } from "../refused-request/refusal-of.ts";
import type { Shadows } from "../shadow/shadows.ts";
import type { RefusalLog } from "./refusal-log.ts";

/** Dependencies of a call. */
export interface ExecuteRouteOptions {
  readonly runtimeId: string;
  readonly keys: Pick<Keys, "authenticate" | "ownerOf">;
  readonly decide: ReturnType<typeof createDecide>;
  readonly releases: Pick<Releases, "find">;
  readonly executionLog: Pick<ExecutionLog, "append" | "accepts">;
  readonly keptAnswers: KeptAnswers;
  readonly lease: Pick<Lease, "fresh" | "settle">;
  readonly metrics: DecisionMetrics;
  readonly refusalLog: RefusalLog;
  readonly refusedRequests: Pick<RefusedRequests, "add">;
  readonly shadows: Pick<Shadows, "offer">;
  readonly maxInFlight: number;
  readonly maxBodyBytes: number;
  /** Limits of decisions per second in this process, per organisation and per key; 0 for none. */
  readonly organisationPerSecond: number;
  readonly keyPerSecond: number;
  readonly stopping: () => boolean;
  readonly log: Log;
}

/**
 * One execute call, from arrival to response. A class with methods rather than nested closures: a runtime creates ten thousand of these per second.
 */
export class Call {
  /** Empty for a call by a solution key until its release is known. */
  versionId: string;
  protected readonly route: ExecuteRouteOptions;
  protected readonly arrived = performance.now();
  protected readonly span;
  protected isOver = false;
  /** The call is being decided or stored, although its caller may have disconnected. */
  protected isWorking = false;
  /** The call's slot in the share of its organisation. */
  protected lane: Lane | undefined;
  readonly #response: ServerResponse;
  protected readonly sentCorrelationId: string | undefined;
  readonly #requestId: string | undefined;
  #madeCorrelationId: string | undefined;
  #caller: Caller | undefined;
  #solutionKey: string | undefined;
  #released: Released | undefined;
  #abandoned: AbortController | undefined;

  constructor(route: ExecuteRouteOptions, versionId: string, request: IncomingMessage, response: ServerResponse) {
    this.route = route;
    this.versionId = versionId;
    this.#response = response;
    const { headers } = request;
    this.sentCorrelationId = idFromHeader(headers["x-correlation-id"]);
    this.#requestId = idFromHeader(headers["x-request-id"]);
    this.span = tracing() ? tracer().startSpan("POST execute", { kind: SpanKind.SERVER }, traceFrom(headers)) : undefined;
  }

  /** Sets the caller, also for a call that is refused because its key has expired. */
  authenticated(caller: Caller): void {
    this.#caller = caller;
  }

  /** The call was addressed by a solution key. */
  addressed(solutionKey: string): void {
    this.#solutionKey = solutionKey;
  }

  /**
   * Resolves the solution key to a version; refuses the call and returns false if nothing is released. Called immediately before the decision, when
   * this process has seen every change: resolved earlier, a call that waited for its body or for the lease could use a release that has ended.
   */
  protected findVersion({ organisationId }: Caller): boolean {
    if (this.#solutionKey === undefined) return true;
    this.#released = this.route.releases.find(organisationId, this.#solutionKey, Date.now());
    this.versionId = this.#released?.versionId ?? "";
    if (this.#released === undefined) this.refuse({ code: "SOLUTION_NOT_RELEASED" });
    return this.#released !== undefined;
  }

  /** The challenger of the release that the call uses. */
  protected challenger(): ChallengerEntry | undefined {
    return this.#released?.challenger;
  }

  /** The response was sent. If the release has a shadow, it decides the same input later. */
  protected answered(decision: Decision): void {
    const shadow = this.#released?.shadow;
    if (shadow !== undefined) this.route.shadows.offer(shadow, decision);
  }

  /**
   * The call's identity for its Idempotency-Key. For a solution key it does not include the version, so that a retry after another release is the
   * same call.
   */
  protected callIdentity(): string {
    return this.#released === undefined ? this.versionId : `solution ${this.#released.solutionId}`;
  }

  admitted(lane: Lane): void {
    this.lane = lane;
  }

  /** For a call that turns out to be heavier. Returns false if the share of its organisation has no room. */
  protected growTo(units: number): boolean {
    return this.lane?.growTo(units) !== false;
  }

  protected busy(): void {
    this.refuse({ code: "ORGANISATION_BUSY" }, { "retry-after": "1" });
  }

  refuse(problem: Problem, headers?: Readonly<Record<string, string>>): void {
    if (this.#released !== undefined && isOfTheVersion(problem.code)) return this.#refuse({ code: "SOLUTION_NOT_SERVING" }, headers);
    this.#refuse(problem, headers);
  }

  #refuse(problem: Problem, headers?: Readonly<Record<string, string>>): void {
    const caller = this.#caller;
    this.route.metrics.refused(problem.code, caller?.keyId);
    const correlationId = this.correlationId();
    if (!loggedAsErrors.has(problem.code)) {
      const { authorization } = this.#response.req.headers;
      this.route.refusalLog.write({ problem, versionId: this.versionId, keyId: caller?.keyId, authorization, ids: this.#ids() });
    }
    if (caller !== undefined) {
      const millis = performance.now() - this.arrived;
      const call = { problem, caller, versionId: this.versionId, correlationId, millis };
      this.route.refusedRequests.add(refusalOf(this.#response.req, call));
    }
    this.span?.setAttributes({ "airlock.problem": problem.code, "airlock.correlation_id": correlationId });
    this.span?.end();
    answerProblem(this.#response, problem, { correlationId, headers });
  }

  /** The connection was closed, with or without a response. A call at work counts for its organisation until its work has ended. */
  over(): void {
    this.isOver = true;
    this.cancel();
    if (!this.isWorking) this.lane?.leave();
  }

  protected worked(): void {
    this.isWorking = false;
    if (this.isOver) this.lane?.leave();
  }

  /** Aborts pending web calls, and each later one immediately. */
  cancel(): void {
    this.#abandoned?.abort();
  }

  /** Aborts web calls of the flow when the caller disconnects. */
  protected signal(): AbortSignal {
    return (this.#abandoned ??= new AbortController()).signal;
  }

  /** The id that the caller sent, or one generated once per call. */
  protected correlationId(): string {
    return this.sentCorrelationId ?? (this.#madeCorrelationId ??= newId());
  }

  protected answer(contentType: string, text: string, correlationId: string, extra: readonly string[] = []): void {
    this.span?.end();
    const bytes = Buffer.byteLength(text);
    const headers = ["content-type", contentType, "content-length", String(bytes), "cache-control", "no-store", ...extra];
    headers.push("x-correlation-id", correlationId);
    if (this.#released?.successor !== undefined) headers.push(...formerKeyHeaders(this.#released));
    this.#response.writeHead(200, headers);
    // As many bytes as characters means ASCII, which is true of nearly every response and skips the UTF-8 encoder.
    this.#response.end(text, bytes === text.length ? "latin1" : "utf8");
  }

  protected traceparentOf(): string | undefined {
    if (this.span === undefined) return undefined;
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return (traceFlags & 1) === 1 ? `00-${traceId}-${spanId}-01` : undefined;
  }

  /** Nothing of the call is in the log, or it has an Idempotency-Key: callers and proxies may retry it, and it is logged once. */
  protected notLogged(executionId: string): void {
    logFor(this.route.log, this.#ids()).error({ executionId }, "an execution could not be stored");
    this.refuse({ code: "EXECUTION_NOT_LOGGED" }, { "retry-after": "1" });
  }

  /** Some of the call may be in the log. Not a 503, because the edge would retry it at another runtime. */
  protected unconfirmed(executionId: string): void {
    logFor(this.route.log, this.#ids()).error({ executionId }, "it is not known whether an execution is stored");
    this.refuse({ code: "EXECUTION_UNCONFIRMED" });
  }

  #ids(): WorkIds {
    return { correlationId: this.correlationId(), requestId: this.#requestId };
  }

  protected fail(error: unknown): void {
    logFor(this.route.log, this.#ids()).error({ err: error, versionId: this.versionId }, "a decision failed unexpectedly");
    this.refuse({ code: "INTERNAL" });
  }
}

function isOfTheVersion(code: ProblemCode): boolean {
  return code === "VERSION_NOT_FOUND" || code === "VERSION_NOT_SERVING";
}

/** Announces until when a former key works, and its successor (RFC 8594). */
function formerKeyHeaders({ until, successor = "" }: Released): readonly string[] {
  return ["sunset", new Date(until).toUTCString(), "link", `<${decidePath}/${successor}>; rel="successor-version"`];
}

const loggedAsErrors: ReadonlySet<ProblemCode> = new Set<ProblemCode>(["INTERNAL", "EXECUTION_NOT_LOGGED", "EXECUTION_UNCONFIRMED"]);
