import type { IncomingMessage, ServerResponse } from "node:http";
import { basePath } from "@airlock/contract";
import type { Log } from "@airlock/platform";
import type { Keys } from "../key/keys.ts";
import type { Lease } from "../lease/lease.ts";
import type { createDecide } from "./decide.ts";
import type { DecisionMetrics } from "./decision-metrics.ts";
import { ExecuteCall } from "./execute-call.ts";
import type { ExecutionLog } from "./execution-log.ts";

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
 * An `Idempotency-Key` belongs between the key check and `take`.
 */
export function createExecuteRoute(options: ExecuteRouteOptions) {
  const { keys } = options;
  let inFlight = 0;

  function handle(request: IncomingMessage, response: ServerResponse): void {
    const versionId = versionInPath(request.url ?? "");
    const call = new ExecuteCall(options, versionId ?? "", request, response);
    if (versionId === undefined) return call.refuse({ code: "ROUTE_UNKNOWN" });
    if (request.method !== "POST") return call.refuse({ code: "METHOD_NOT_ALLOWED", details: { allow: "POST" } }, { allow: "POST" });
    if (options.stopping()) return call.refuse({ code: "STOPPING" }, { "retry-after": "0", connection: "close" });
    if (inFlight >= options.maxInFlight) return call.refuse({ code: "OVERLOADED" }, { "retry-after": "1" });
    const caller = keys.authenticate(request.headers.authorization, Date.now());
    if (caller === undefined) return call.refuse({ code: "KEY_INVALID" }, { "www-authenticate": "Bearer" });
    if (!caller.mayExecute) return call.refuse({ code: "PERMISSION_MISSING", details: { permission: "solution.execute" } });
    if (!isJson(request.headers["content-type"])) return call.refuse({ code: "MEDIA_TYPE_UNSUPPORTED" });
    inFlight += 1;
    response.on("close", () => {
      inFlight -= 1;
      call.over();
    });
    call.take(caller, request);
  }

  return { handle, inFlight: () => inFlight };
}

function isJson(contentType: string | undefined): boolean {
  return contentType === "application/json" || /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? "");
}
