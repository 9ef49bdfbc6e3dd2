import type { IncomingMessage, ServerResponse } from "node:http";
import { basePath, batchBodies, decidePath } from "@airlock/contract";
import { createLanes, createSlotQueue } from "@airlock/platform";
import type { Call, ExecuteRouteOptions } from "./call.ts";
import { BatchOrIdempotentCall, type Ongoing } from "./batch-or-idempotent-call.ts";
import { ExecuteCall } from "./execute-call.ts";
import { createCallerQuotas, quotaExceeded } from "./quotas.ts";
import { createTurns } from "./turns.ts";
import { unitsOfBody } from "./units.ts";

const prefix = `${basePath}/`;
const suffix = "/execute";
const idInPath = /^[0-9A-Za-z_-]{1,64}$/;

/** The version's id in `{base}/.../versions/{id}/execute`, or undefined for any other path. */
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

const decidePrefix = `${decidePath}/`;
const keyOfSolution = /^[a-z0-9-]{1,60}$/;

/** The key in `/dme/decide/v1/{key}`; undefined for any other path. */
function keyInPath(url: string): string | undefined {
  if (!url.startsWith(decidePrefix)) return undefined;
  const query = url.indexOf("?");
  const key = url.slice(decidePrefix.length, query === -1 ? undefined : query);
  return keyOfSolution.test(key) ? key : undefined;
}

/**
 * `POST .../versions/{id}/execute` and `POST /dme/decide/v1/{key}`. Checks are ordered by cost and by what they reveal: whether a version exists is
 * revealed only after the key is verified. The response is sent only when the execution is durable.
 */
export function createExecuteRoute(options: ExecuteRouteOptions) {
  const { keys } = options;
  // One organisation may use three quarters of the units, so that a flood of its calls leaves room for others.
  const shares = createLanes({ each: Math.max(1, Math.floor((options.maxInFlight * 3) / 4)), all: options.maxInFlight });
  const quotas = createCallerQuotas(options);
  const turns = createTurns();
  const reading = createSlotQueue({ each: 2, all: options.maxInFlight, waitingEach: options.maxInFlight, waitMillis: 10_000 });
  /** Calls that continue although their callers may have disconnected. */
  const ongoing: Ongoing = new Map();

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const solutionKey = keyInPath(request.url ?? "");
    const versionId = solutionKey === undefined ? versionInPath(request.url ?? "") : "";
    const key = request.headers["idempotency-key"];
    const isBatch = isNdjson(request.headers["content-type"]);
    const isPlain = key === undefined && !isBatch;
    const call = isPlain
      ? new ExecuteCall(options, versionId ?? "", request, response)
      : new BatchOrIdempotentCall(options, versionId ?? "", request, response);
    if (versionId === undefined) return ownedBy(call, request).refuse({ code: "ROUTE_UNKNOWN" });
    if (request.method !== "POST") {
      return ownedBy(call, request).refuse({ code: "METHOD_NOT_ALLOWED", details: { allow: "POST" } }, { allow: "POST" });
    }
    // A process that stops still decides calls that reach it, and closes their connections afterwards.
    if (options.stopping()) response.shouldKeepAlive = false;
    if (shares.inside() >= options.maxInFlight) return call.refuse({ code: "OVERLOADED" }, { "retry-after": "1" });
    const caller = keys.authenticate(request.headers.authorization, Date.now(), versionId);
    if (caller === undefined) return ownedBy(call, request).refuse({ code: "KEY_INVALID" }, { "www-authenticate": "Bearer" });
    call.authenticated(caller);
    if (!caller.mayExecute) return call.refuse({ code: "PERMISSION_MISSING", details: { permission: "solution.execute" } });
    if (solutionKey !== undefined) call.addressed(solutionKey);
    if (!isBatch && !isJson(request.headers["content-type"])) return call.refuse({ code: "MEDIA_TYPE_UNSUPPORTED" });
    if (key !== undefined && !isKey(key)) return call.refuse({ code: "IDEMPOTENCY_KEY_INVALID" });
    if (!options.executionLog.accepts()) return call.refuse({ code: "EXECUTION_NOT_LOGGED" }, { "retry-after": "1" });
    const wait = quotas.wait(caller);
    if (wait > 0) return call.refuse(...quotaExceeded(wait));
    quotas.spend(caller, 1);
    const maxBytes = isBatch ? options.maxBodyBytes * batchBodies : options.maxBodyBytes;
    const units = unitsOfBody(request.headers["content-length"], maxBytes);
    const lane = shares.enter(caller.organisationId, units);
    if (lane === undefined) return call.refuse({ code: "ORGANISATION_BUSY" }, { "retry-after": "1" });
    call.admitted(lane);
    response.on("close", () => call.over());
    if (call instanceof ExecuteCall) call.take(caller, request);
    else {
      const inTurn = units > 1 ? reading : undefined;
      call.take(caller, request, { isBatch, maxBytes, idempotencyKey: key, ongoing, turns, reading: inTurn, quotas });
    }
  }

  /** Calls that are refused before authentication are recorded for the owner of the key, who will look for them. */
  function ownedBy<Of extends Call>(call: Of, request: IncomingMessage): Of {
    const owner = keys.ownerOf(request.headers.authorization);
    if (owner !== undefined) call.authenticated(owner);
    return call;
  }

  /** Waits for decisions whose callers may have disconnected; cancels those that are not done in time. */
  async function finish(withinMillis: number): Promise<void> {
    const late = new Promise<void>((resolve) => setTimeout(resolve, withinMillis).unref());
    await Promise.race([Promise.allSettled(ongoing.values()), late]);
    for (const call of ongoing.keys()) call.cancel();
    await Promise.allSettled(ongoing.values());
  }

  return { handle, finish, inFlight: () => shares.inside() };
}

const printable = /^[\x20-\x7e]{1,255}$/;

/** Node joins a repeated header with a comma; the joined text is then the key. */
function isKey(key: string | string[]): key is string {
  return typeof key === "string" && printable.test(key);
}

function isNdjson(contentType: string | undefined): boolean {
  return contentType !== undefined && /^application\/(?:x-)?(?:ndjson|jsonlines|jsonl)\s*(?:;|$)/i.test(contentType);
}

function isJson(contentType: string | undefined): boolean {
  return contentType === "application/json" || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "");
}
