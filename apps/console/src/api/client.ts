import type { Activity } from "./activity.ts";
import type { Method } from "@airlock/contract";
import { ApiProblem, noAnswer, problemOf } from "./api-problem.ts";
import { callsThrough, type Calls, type RequestOptions } from "./calls.ts";

/** Supplies the bearer token and is notified when the session has to end. */
export interface Credentials {
  readonly token: () => Promise<string | undefined>;
  /** The organisation that calls act in, if one is chosen. */
  readonly organisation: () => string | undefined;
  /** Undefined when the session could not be renewed. */
  readonly renew: (stale: string | undefined) => Promise<string | undefined>;
  /** Ends the session: it could not be renewed, or the API refused a request that the user made. */
  readonly end: (reason: "renewal-failed" | "refused", problem: ApiProblem) => void;
  /** A background refresh was refused: the user's permissions may have changed since the profile was loaded. */
  readonly doubt: () => void;
}

export interface ClientParts {
  readonly origin: string;
  readonly fetch: typeof fetch;
  readonly credentials: Credentials;
  readonly activity: Activity;
  readonly newId: () => string;
  readonly timeoutMillis?: number;
}

export type Client = Calls;

export const requestTimeoutMillis = 30_000;
const fileTimeoutMillis = 6 * 3_600_000;

export function createClient(parts: ClientParts): Client {
  const { origin, credentials, activity, newId, timeoutMillis = requestTimeoutMillis } = parts;

  async function send(
    method: Method,
    url: URL,
    token: string | undefined,
    correlationId: string,
    options: RequestOptions,
  ): Promise<Response> {
    // A whole file; a piece of one has no type.
    const sendsFile = options.body instanceof Blob && options.body.type === "text/csv";
    const timeout = AbortSignal.timeout(options.answer === "file" || sendsFile ? fileTimeoutMillis : timeoutMillis);
    const signal = options.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    const headers: Record<string, string> = {
      Accept: "application/json",
      "Content-Type": sendsFile ? "text/csv" : options.body instanceof Blob ? "application/octet-stream" : "application/json",
      "X-Correlation-Id": correlationId,
      "X-Request-Id": newId(),
    };
    if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
    const organisation = credentials.organisation();
    if (token !== undefined && organisation !== undefined) headers["X-Airlock-Organisation"] = organisation;
    try {
      return await parts.fetch(url, {
        method,
        headers,
        signal,
        keepalive: options.keepalive ?? false,
        ...(options.body === undefined ? {} : { body: options.body instanceof Blob ? options.body : JSON.stringify(options.body) }),
      });
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw noAnswer(correlationId, timeout.aborted);
    }
  }

  async function answer(method: Method, href: string, options: RequestOptions): Promise<unknown> {
    const url = new URL(href, origin);
    // A link that pointed elsewhere would carry the token there.
    if (url.origin !== origin) throw new Error(`The link ${href} leaves this origin.`);
    const correlationId = options.correlationId ?? newId();
    let token = options.purpose === "public" ? undefined : await credentials.token();
    let response = await send(method, url, token, correlationId, options);

    const mayRenew = options.purpose !== "authorisation" && options.purpose !== "public";
    if (response.status === 401 && mayRenew) {
      token = await credentials.renew(token);
      if (token !== undefined) response = await send(method, url, token, correlationId, options);
      if (response.status === 401) {
        const problem = await problemOf(response, correlationId);
        credentials.end("renewal-failed", problem);
        throw problem;
      }
    }
    if (!response.ok) {
      const problem = await problemOf(response, correlationId);
      if (response.status === 403 && options.purpose !== "own-profile") {
        if (options.background) credentials.doubt();
        else credentials.end("refused", problem);
      }
      throw problem;
    }
    if (response.status === 204) return undefined;
    return options.answer === "file" ? await response.blob() : await response.json();
  }

  const request = async (method: Method, href: string, options: RequestOptions = {}): Promise<unknown> => {
    const done = options.background === true && options.waited !== true ? () => {} : activity.begin();
    try {
      return await answer(method, href, options);
    } finally {
      done();
    }
  };
  return callsThrough(request);
}
