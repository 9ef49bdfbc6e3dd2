import { problemBody, problemStatus, type Problem } from "@airlock/contract";
import type { FastifyReply } from "fastify";

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  if (problem.code === "TOKEN_MISSING") reply.header("www-authenticate", "Bearer");
  if (problem.code === "TOKEN_INVALID") reply.header("www-authenticate", 'Bearer error="invalid_token"');
  const seconds = problem.details?.["seconds"];
  if (seconds !== undefined) reply.header("retry-after", seconds);
  const body = problemBody(problem, reply.request.ids.correlationId);
  return reply
    .status(problemStatus(problem.code))
    .header("content-type", "application/problem+json; charset=utf-8")
    .serializer(JSON.stringify)
    .send(body);
}
