import type { FieldProblem, ProblemBody } from "@airlock/contract";

/** There was no response, or only one of the edge because the API is unavailable. */
export const NETWORK = "NETWORK";

/** The error of a failed call: with the API's texts where it sent any, otherwise with those of the console. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly code: string;
  readonly description: string;
  readonly correlationId: string;
  readonly problems: readonly FieldProblem[];

  constructor(fields: Omit<ProblemBody, "type" | "title">) {
    super(fields.message);
    this.name = "ApiProblem";
    this.status = fields.status;
    this.code = fields.code;
    this.description = fields.description;
    this.correlationId = fields.correlationId;
    this.problems = fields.problems ?? [];
  }
}

export function noAnswer(correlationId: string, timedOut: boolean): ApiProblem {
  return new ApiProblem({
    status: 0,
    code: NETWORK,
    message: "No response",
    description: timedOut
      ? "Airlock did not respond within 30 seconds. Try again."
      : "Airlock cannot be reached. Check the connection and try again.",
    correlationId,
  });
}

function isProblemBody(body: unknown): body is ProblemBody {
  return typeof body === "object" && body !== null && "code" in body && "message" in body && "description" in body;
}

/** The problem in a refused response. A response of the edge instead of the API (502, 504, or a 503 without a problem body) counts as no response. */
export async function problemOf(response: Response, correlationId: string): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined);
  if (isProblemBody(body)) return new ApiProblem({ ...body, status: response.status, correlationId: body.correlationId ?? correlationId });
  if ([502, 503, 504].includes(response.status)) return noAnswer(correlationId, false);
  return new ApiProblem({
    status: response.status,
    code: `HTTP_${response.status}`,
    message: "Unexpected response",
    description: `The server returned ${response.status} without a reason.`,
    correlationId,
  });
}

export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem({
    status: 0,
    code: "CONSOLE",
    message: "Something went wrong",
    description: error instanceof Error ? error.message : String(error),
    correlationId: "-",
  });
}
