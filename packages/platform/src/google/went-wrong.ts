/** A failed call to an external service, with a message for the administrator who configured it. Contains nothing of the request. */
export class WentWrong extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was cut",
  EPIPE: "the connection was cut",
  UND_ERR_SOCKET: "the connection was cut",
  ENOTFOUND: "its address is unknown",
  EAI_AGAIN: "its address cannot be looked up now",
  EHOSTUNREACH: "it cannot be reached from here",
  ENETUNREACH: "it cannot be reached from here",
  ETIMEDOUT: "the connection timed out",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is not trusted",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate is not trusted",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate is not trusted",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate is not trusted",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

/** Why there was no response; undefined if there was one. */
export function connectionTrouble(error: unknown): string | undefined {
  for (let current: unknown = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth += 1) {
    // Errors of Node and the SDKs have a code that their types do not declare.
    const { code } = current as { readonly code?: unknown };
    if (typeof code === "string" && reasons[code] !== undefined) return reasons[code];
    // Several addresses were tried; the first error is as good as any.
    if (current instanceof AggregateError) return connectionTrouble(current.errors[0]);
  }
  return undefined;
}

/** Ends the wait, not the call: the SDKs cannot be cancelled. */
export async function within<T>(millis: number, who: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new WentWrong(`${who} did not answer within ${millis / 1000} seconds.`)), millis);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Translates an SDK's error. `may` names the permissions that the account needs, for the message when it was refused. */
export function sdkFailure(error: unknown, who: string, project: string, may: string): WentWrong {
  if (error instanceof WentWrong) return error;
  const trouble = connectionTrouble(error);
  if (trouble !== undefined) return new WentWrong(`${who} does not answer: ${trouble}.`);
  const { code } = (error instanceof Error ? error : {}) as { readonly code?: unknown };
  const status = Number(code);
  if (status === 401) return new WentWrong(`${who} does not accept the account's token.`);
  if (status === 403) return new WentWrong(`${who} refuses the account: in project ${project} it needs ${may}.`);
  if (status === 404) return new WentWrong(`${who} has no project ${project}.`);
  if (status === 429) return new WentWrong(`${who} limits the number of calls. Try again soon.`);
  if (status >= 400 && status < 600) return new WentWrong(`${who} returned the error ${status}.`);
  return new WentWrong(`${who} returned a response that cannot be read.`);
}
