import { logFor, type Log } from "@airlock/platform";
import type { FastifyInstance } from "fastify";
import { problemOfError, problemOfRequest } from "./failure.ts";
import { sendProblem } from "./problem-reply.ts";
import { TooManyRequests } from "./rate-limit.ts";

/** Errors outside a handler have the same format as all others, and reveal no internals. */
export function addErrorHandler(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof TooManyRequests) return sendProblem(reply, { code: "RATE_LIMITED", details: { seconds: String(error.seconds) } });
    const problem = problemOfRequest(error) ?? problemOfError(error);
    const level = problem.code === "INTERNAL" ? "error" : "info";
    logFor(log, request.ids)[level]({ err: error, method: request.method, url: request.url }, "a request failed");
    return sendProblem(reply, problem);
  });
}
