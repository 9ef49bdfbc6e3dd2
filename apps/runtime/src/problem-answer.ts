import type { ServerResponse } from "node:http";
import { problemBody, type Problem } from "@airlock/contract";

export interface ProblemAnswerOptions {
  readonly correlationId: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function answerProblem(response: ServerResponse, problem: Problem, options: ProblemAnswerOptions): void {
  const body = problemBody(problem, options.correlationId);
  const text = JSON.stringify(body);
  response.writeHead(body.status, {
    "content-type": "application/problem+json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    "x-correlation-id": options.correlationId,
    ...options.headers,
  });
  response.end(text);
}
