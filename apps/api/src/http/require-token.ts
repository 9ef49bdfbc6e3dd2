import { logFor, type Log } from "@airlock/platform";
import type { preParsingAsyncHookHandler } from "fastify";
import type { Claims, TokenVerifier } from "../identity/verify-token.ts";
import { sendProblem } from "./problem-reply.ts";

declare module "fastify" {
  interface FastifyRequest {
    verified?: { readonly claims: Claims; readonly token: string };
  }
}

/**
 * For `preParsing`: after the limit of requests, which counts wrong tokens too, and before the body is read, which may have megabytes. A hook of a
 * route for `onRequest` would run before that limit.
 */
export function requireToken(tokens: TokenVerifier, log: Log): preParsingAsyncHookHandler {
  return async (request, reply) => {
    const verified = await tokens.verify(request.headers.authorization);
    if (verified.ok) {
      request.verified = verified;
      return undefined;
    }
    logFor(log, request.ids).info({ why: verified.why, code: verified.problem.code }, "a token was refused");
    return sendProblem(reply, verified.problem);
  };
}
