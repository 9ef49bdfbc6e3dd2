import type { ExecutionFields, FieldProblem, Resource } from "@airlock/contract";
import { asProblem, noAnswer, problemOf } from "../api/api-problem.ts";
import { requestTimeoutMillis } from "../api/client.ts";
import type { Body } from "./input-values.ts";

export type Tried =
  | { readonly kind: "answered"; readonly answer: Resource<ExecutionFields> }
  | {
      readonly kind: "refused";
      readonly message: string;
      readonly description: string;
      readonly code: string;
      readonly problems: readonly FieldProblem[];
    };

/**
 * The public call, exactly as a system account makes it. Not by the console's client: this is somebody else's key, and a refusal of it says
 * nothing about who is signed in here.
 */
export async function executeCall(address: string, key: string, body: Body): Promise<Tried> {
  const correlationId = crypto.randomUUID();
  try {
    const response = await fetch(address, {
      method: "POST",
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "X-Correlation-Id": correlationId },
      body: JSON.stringify(body),
      credentials: "omit",
      signal: AbortSignal.timeout(requestTimeoutMillis),
    }).catch((error: unknown) => {
      throw noAnswer(correlationId, error instanceof DOMException && error.name === "TimeoutError");
    });
    if (!response.ok) throw await problemOf(response, correlationId);
    // The runtime builds it by the contract, as every caller relies on.
    return { kind: "answered", answer: (await response.json()) as Resource<ExecutionFields> };
  } catch (error) {
    const { message, description, code, problems } = asProblem(error);
    return { kind: "refused", message, description, code, problems };
  }
}
