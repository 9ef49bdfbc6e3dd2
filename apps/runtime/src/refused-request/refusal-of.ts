import type { IncomingMessage } from "node:http";
import { problemBody, refusedRequestLimits, type LoggedRefusal, type Problem } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Caller } from "../key/keys.ts";

export interface RefusedCall {
  readonly problem: Problem;
  readonly caller: Caller;
  readonly versionId: string;
  readonly correlationId: string;
  readonly millis: number;
}

/** The stored description of a call: of its body only the names of fields, and no secrets. */
export function refusalOf(request: IncomingMessage, { problem, caller, versionId, correlationId, millis }: RefusedCall): LoggedRefusal {
  const { organisationId, keyId, callerId } = caller;
  const { fields, fieldName, message, userAgent, address, description } = refusedRequestLimits;
  const body = problemBody(problem, correlationId);
  return {
    id: newId(),
    at: Date.now(),
    organisationId,
    keyId,
    callerId,
    versionId,
    correlationId,
    method: request.method ?? "",
    // The query is not part of the call and may contain anything.
    address: (request.url ?? "").split("?", 1)[0]?.slice(0, address) ?? "",
    status: body.status,
    code: body.code,
    description: body.description.slice(0, description),
    fields: (problem.problems ?? []).slice(0, fields).map((one) => ({
      field: one.field.slice(0, fieldName),
      message: one.message.slice(0, message),
    })),
    durationMicros: Math.max(0, Math.round(millis * 1000)),
    remoteAddress: remoteAddressOf(request),
    userAgent: (request.headers["user-agent"] ?? "").slice(0, userAgent),
    notStored: 0,
  };
}

const looksLikeAddress = /^[0-9A-Fa-f.:]{1,45}$/;

/** The last address of X-Forwarded-For was added by the nearest proxy; earlier ones are claims of the caller. */
function remoteAddressOf(request: IncomingMessage): string {
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  if (forwarded !== undefined && looksLikeAddress.test(forwarded)) return forwarded;
  return (request.socket.remoteAddress ?? "").slice(0, 64);
}
