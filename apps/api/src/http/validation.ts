import type { FieldProblem, Problem } from "@airlock/contract";
import { unstorableText } from "@airlock/platform/postgres";
import type { FastifySchemaValidationError } from "fastify";

/** Set on the request by `attachValidation`; the router reads it after the authorisation, so that an unauthorised caller learns nothing. */
export interface AttachedValidation {
  readonly validation?: readonly FastifySchemaValidationError[];
  readonly validationContext?: string;
}

export function validationProblem(error: AttachedValidation): Problem {
  return { code: "INVALID_REQUEST", problems: (error.validation ?? []).slice(0, 100).map(fieldProblem) };
}

/** Undefined if Postgres can store every text of the body. */
export function unstorableProblem(body: unknown): Problem | undefined {
  const path = unstorableText(body);
  if (path === undefined) return undefined;
  const message = "must not contain a null character or an unpaired surrogate";
  return { code: "INVALID_REQUEST", problems: [{ field: path.slice(0, 20).join("."), code: "invalid_format", message }] };
}

function fieldProblem(issue: FastifySchemaValidationError): FieldProblem {
  const field = issue.instancePath.split("/").filter(Boolean).join(".");
  return { field, code: issue.keyword, message: issue.message ?? "is not valid" };
}
