import { z } from "zod";
import { problemCatalogue, type ProblemCode } from "./catalogue.ts";
import type { Details, ProblemEntry } from "./entry.ts";

/** Problems that any call of the api may return. */
export const commonProblems: readonly ProblemCode[] = [
  "INVALID_REQUEST",
  "BODY_NOT_JSON",
  "BODY_TOO_LARGE",
  "HEADERS_TOO_LARGE",
  "MEDIA_TYPE_UNSUPPORTED",
  "RATE_LIMITED",
  "INTERNAL",
  "DATABASE_UNAVAILABLE",
];

/** Additional problems of any call that needs a token. */
export const tokenProblems: readonly ProblemCode[] = ["TOKEN_MISSING", "TOKEN_INVALID", "IDENTITY_PROVIDER_UNAVAILABLE"];

/** Additional problems of any call of a signed-in user. */
export const userProblems: readonly ProblemCode[] = [
  "USER_NOT_ACTIVE",
  "PERMISSION_MISSING",
  "TOO_MUCH_AT_ONCE",
  "OVERLOADED",
  "WORK_TOO_LONG",
];

export const fieldProblem = z.object({
  /** Where it is: a path into the body (`solutionDefinition.nodes.3`), a query name, a node id. */
  field: z.string(),
  code: z.string(),
  message: z.string(),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  message: z.string(),
  description: z.string(),
  correlationId: z.string(),
  problems: z.array(fieldProblem).optional(),
});
export type ProblemBody = z.infer<typeof problemSchema>;

/** A refusal inside the domain: a value, not an exception. Only routes turn it into HTTP. */
export interface Problem {
  readonly code: ProblemCode;
  readonly details?: Details;
  readonly problems?: readonly FieldProblem[];
}

export function problemStatus(code: ProblemCode): number {
  return problemCatalogue[code].status;
}

export function problemBody(problem: Problem, correlationId: string): ProblemBody {
  const entry: ProblemEntry = problemCatalogue[problem.code];
  return {
    type: `urn:airlock:problem:${problem.code}`,
    title: entry.message,
    status: entry.status,
    code: problem.code,
    message: entry.message,
    description: entry.description(problem.details ?? {}),
    correlationId,
    ...(problem.problems === undefined ? {} : { problems: [...problem.problems] }),
  };
}
