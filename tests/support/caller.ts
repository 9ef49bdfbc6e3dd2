import { actionNamed, basePath, expandPath, problemSchema, type ActionName, type AnswerOf, type ProblemBody } from "@airlock/contract";
import { signIn } from "../../services/idp/sign-in.ts";
import type { Product } from "./product.ts";

/** The addresses of Airlock and its identity provider. */
export type Place = Pick<Product, "url" | "issuer">;

export interface Call {
  /** For each `{name}` in the action's path. */
  readonly at?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The api refused the call; the message is its own. */
export class Refusal extends Error {
  readonly status: number;
  readonly problem: ProblemBody | undefined;

  constructor(action: ActionName, status: number, problem: ProblemBody | undefined) {
    super(`${action} answers ${status} ${problem?.code ?? ""}: ${problem?.description ?? "without saying why"}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Calls the api as one user, through the edge. Every response is validated against the contract. */
export class Caller {
  readonly #product: Place;
  readonly #bearer: string;

  constructor(product: Place, bearer: string) {
    this.#product = product;
    this.#bearer = bearer;
  }

  get bearer(): string {
    return this.#bearer;
  }

  async do<Name extends ActionName>(name: Name, call: Call = {}): Promise<AnswerOf<Name>> {
    const { answer } = actionNamed(name);
    const response = await this.send(name, call);
    if (response.status !== answer.status) {
      const problem = problemSchema.safeParse(await response.json().catch(() => undefined));
      throw new Refusal(name, response.status, problem.data);
    }
    const body: unknown = "schema" in answer ? answer.schema.parse(await response.json()) : undefined;
    // Parsed above by the schema that the type is derived from.
    return body as AnswerOf<Name>;
  }

  /** The raw response, for tests of refusals. */
  async send(name: ActionName, call: Call = {}): Promise<Response> {
    const { method, path } = actionNamed(name);
    const url = new URL(`${basePath}${expandPath(path, call.at ?? {})}`, this.#product.url);
    for (const [key, value] of Object.entries(call.query ?? {})) url.searchParams.set(key, value);
    return fetch(url, {
      method,
      headers: { Authorization: `Bearer ${this.#bearer}`, "Content-Type": "application/json" },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      signal: AbortSignal.timeout(30_000),
    });
  }
}

/** Signs a user in at the provider like a browser, then at Airlock. */
export async function callerFor(product: Place, email: string): Promise<Caller> {
  const tokens = await signIn({ issuer: product.issuer, publicUrl: product.url, email });
  const caller = new Caller(product, tokens.access_token);
  await caller.do("user.login");
  return caller;
}
