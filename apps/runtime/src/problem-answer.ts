import type { IncomingMessage, ServerResponse } from "node:http";
import { problemBody, type Problem } from "@airlock/contract";

export interface ProblemAnswerOptions {
  readonly correlationId: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Node reads a refused body to its end to keep the connection alive. Above this size a new connection is cheaper. */
const maxDiscardedBytes = 65_536;
/** The time a caller has to read the response from a connection whose request is no longer read. */
const lingerMillis = 500;

export function answerProblem(response: ServerResponse, problem: Problem, options: ProblemAnswerOptions): void {
  const body = problemBody(problem, options.correlationId);
  const text = JSON.stringify(body);
  const isUnread = hasLargeUnreadBody(response.req);
  response.writeHead(body.status, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-correlation-id": options.correlationId,
    ...options.headers,
    ...(isUnread ? { connection: "close" } : {}),
  });
  if (!isUnread) {
    response.end(text);
    return;
  }
  // `end` would read the body. Closing immediately would reset the connection, and the response could be lost.
  response.write(text);
  const { socket } = response.req;
  setTimeout(() => socket.destroy(), lingerMillis).unref();
}

function hasLargeUnreadBody(request: IncomingMessage): boolean {
  if (request.readableFlowing !== null || request.complete) return false;
  const length = request.headers["content-length"];
  return length === undefined ? request.headers["transfer-encoding"] !== undefined : Number(length) > maxDiscardedBytes;
}
