import { basePath, organisationHeader, webSafeString, type Problem } from "@airlock/contract";
import type { RuntimeLease } from "@airlock/contract";
import { logFor } from "@airlock/platform";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { recordAccess, recordRefusedSignIn } from "../audit/record-access.ts";
import { problemOfError } from "../http/failure.ts";
import { sendProblem } from "../http/problem-reply.ts";
import { requireToken } from "../http/require-token.ts";
import { enterAsActor, type Actor } from "../identity/actor.ts";
import type { Claims } from "../identity/verify-token.ts";
import type { Parts } from "../parts.ts";
import { findVersion } from "./store.ts";

/** Enough for a runtime in the same network to receive the call; an assertion is used once. */
const assertionMillis = 10_000;
const answerMillis = 60_000;
/** As the edge allows; the runtime has its own, lower limit. */
const maxBodyBytes = 4 * 1024 * 1024;
/** A runtime that cannot be connected to received nothing, so the next one is tried. */
const triedRuntimes = 3;
const passedBack = ["content-type", "retry-after", "idempotency-replayed", "allow"] as const;

interface Permitted {
  readonly actor: Actor;
  readonly versionId: string;
}

/**
 * `POST {version self}/execute` of a signed-in user. The edge sends calls with an access token here and calls with a key to a runtime. The api
 * checks user and permission and audits the call; a runtime decides it, with the same limits, idempotency and log as any other.
 */
export function executeAsUserRoute(app: FastifyInstance, parts: Parts): void {
  void app.register((scope, _options, done) => {
    // A runtime reads the body: JSON or NDJSON, and its refusals are those that callers with a key get.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, parsed) => parsed(null, body));
    scope.post<{ Params: { versionId: string } }>(
      `${basePath}/versions/:versionId/execute`,
      { bodyLimit: maxBodyBytes, preParsing: requireToken(parts.tokens, parts.log) },
      async (request, reply) => {
        try {
          const { verified } = request;
          if (verified === undefined) return await sendProblem(reply, { code: "TOKEN_MISSING" });
          const permitted = await permit(parts, request, verified.claims);
          return "code" in permitted ? await sendProblem(reply, permitted) : await forward(parts, permitted, request, reply);
        } catch (error) {
          logFor(parts.log, request.ids).warn({ err: error }, "an execution of a user failed");
          return sendProblem(reply, problemOfError(error));
        }
      },
    );
    done();
  });
}

async function permit(
  parts: Parts,
  request: FastifyRequest<{ Params: { versionId: string } }>,
  claims: Claims,
): Promise<Permitted | Problem> {
  const origin = { ids: request.ids, address: request.ip };
  const permitted = await parts.postgres.transaction(async (tx): Promise<Permitted | Problem> => {
    const given = request.headers[organisationHeader];
    const organisationId = given === undefined || isId(given) ? given : "-";
    const { issuer, subject } = claims;
    const actor = await enterAsActor(tx, { issuer, subject, correlationId: request.ids.correlationId, organisationId });
    if (actor === undefined) return { code: "USER_NOT_ACTIVE" };
    if (!actor.permissions.has("solution.execute")) return { code: "PERMISSION_MISSING", details: { permission: "solution.execute" } };
    const version = isId(request.params.versionId) ? await findVersion(tx, request.params.versionId, false) : undefined;
    if (version === undefined) return { code: "VERSION_NOT_FOUND" };
    const recordName = `${version.solution_name}: ${version.name}`;
    await recordAccess(tx, origin, { noun: "version", change: "executed", recordId: version.id, recordName });
    return { actor, versionId: version.id };
  });
  if ("code" in permitted && permitted.code === "USER_NOT_ACTIVE") {
    await parts.postgres.transaction((tx) => recordRefusedSignIn(tx, origin, claims));
  }
  return permitted;
}

function isId(text: string | string[]): text is string {
  return webSafeString.safeParse(text).success;
}

async function forward(parts: Parts, { actor, versionId }: Permitted, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { organisationId, userId } = actor;
  const assertion = parts.personAssertions.sign({ organisationId, userId, versionId, expires: Date.now() + assertionMillis });
  const key = request.headers["idempotency-key"];
  const headers = {
    authorization: `Bearer ${assertion}`,
    "content-type": request.headers["content-type"] ?? "",
    "x-correlation-id": request.ids.correlationId,
    "x-request-id": request.ids.requestId,
    ...(typeof key === "string" ? { "idempotency-key": key } : {}),
  };
  const body = Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : new Uint8Array();
  for (const { address } of runtimesFor(parts.runtimes.live(), versionId).slice(0, triedRuntimes)) {
    try {
      const url = `${address}${basePath}/versions/${versionId}/execute`;
      const signal = AbortSignal.timeout(answerMillis);
      const answer = await fetch(url, { method: "POST", headers, body, redirect: "error", signal });
      const content = Buffer.from(await answer.arrayBuffer());
      for (const name of passedBack) {
        const value = answer.headers.get(name);
        if (value !== null) reply.header(name, value);
      }
      return await reply.status(answer.status).send(content);
    } catch (error) {
      logFor(parts.log, request.ids).warn({ err: error, address }, "a runtime did not answer an execution of a user");
      // Received or not: only a connection that was never made proves that nothing was decided.
      if (!isUnconnected(error)) return sendProblem(reply, { code: "EXECUTION_UNCONFIRMED" });
    }
  }
  return sendProblem(reply, { code: "OVERLOADED" });
}

/** Those that serve the version first; any other refuses as it should. */
function runtimesFor(leases: readonly RuntimeLease[], versionId: string): readonly RuntimeLease[] {
  const serves = ({ versions }: RuntimeLease) => (versions[versionId]?.status === "serving" ? 0 : 1);
  return leases.toSorted((one, other) => serves(one) - serves(other));
}

function isUnconnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && "code" in cause && (cause.code === "ECONNREFUSED" || cause.code === "UND_ERR_CONNECT_TIMEOUT");
}
