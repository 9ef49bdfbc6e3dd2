import type { FieldProblem, Problem } from "@airlock/contract";
import type { FastifySchemaValidationError } from "fastify";

/** `attachValidation` puts this on the request; the router looks at it once it knows that the caller may ask at all. */
export interface AttachedValidation {
  readonly validation?: readonly FastifySchemaValidationError[];
  readonly validationContext?: string;
}

export function validationProblem(error: AttachedValidation): Problem {
  return { code: "INVALID_REQUEST", problems: (error.validation ?? []).slice(0, 100).map(fieldProblem) };
}

function fieldProblem(issue: FastifySchemaValidationError): FieldProblem {
  const field = issue.instancePath.split("/").filter(Boolean).join(".");
  return { field, code: issue.keyword, message: issue.message ?? "is not valid" };
}
