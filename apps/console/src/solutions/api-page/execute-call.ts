import type { ExecutionFields, FieldProblem, Resource } from "@airlock/contract";
import { asProblem, noAnswer, problemOf } from "../../api/api-problem.ts";
import { requestTimeoutMillis, type Client } from "../../api/client.ts";
import type { Body } from "../../parts/code-sample/first-values.ts";

export type Tried =
  | { readonly kind: "answered"; readonly answer: Resource<ExecutionFields>; readonly correlationId: string }
  | {
      readonly kind: "refused";
      readonly status: number;
      readonly message: string;
      readonly description: string;
      readonly code: string;
      readonly problems: readonly FieldProblem[];
      readonly correlationId: string;
    };

export interface Call {
  /** The path of the execute call on this origin. */
  readonly href: string;
  readonly body: Body;
  /** The key of a system account. Without one the call is made as the signed-in user. */
  readonly key: string | undefined;
}

/** The public call of a version, with the session of the signed-in user or with a key. */
export async function executeCall(client: Client, { href, body, key }: Call): Promise<Tried> {
  const correlationId = crypto.randomUUID();
  try {
    // The runtime builds the response by the contract, as every caller relies on.
    const answer =
      key === undefined
        ? await client.post("version.execute", href, { body, correlationId, background: true, waited: true })
        : await executeWithKey(href, key, body, correlationId);
    return { kind: "answered", answer, correlationId };
  } catch (error) {
    const { status, message, description, code, problems, correlationId: reported } = asProblem(error);
    return { kind: "refused", status, message, description, code, problems, correlationId: reported };
  }
}

/** Does not use the console's client: the key belongs to another account, and a refusal of it must not end the user's session. */
async function executeWithKey(href: string, key: string, body: Body, correlationId: string): Promise<Resource<ExecutionFields>> {
  const response = await fetch(href, {
    method: "POST",
    headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json", "X-Correlation-Id": correlationId },
    body: JSON.stringify(body),
    credentials: "omit",
    signal: AbortSignal.timeout(requestTimeoutMillis),
  }).catch((error: unknown) => {
    throw noAnswer(correlationId, error instanceof DOMException && error.name === "TimeoutError");
  });
  if (!response.ok) throw await problemOf(response, correlationId);
  return (await response.json()) as Resource<ExecutionFields>;
}
