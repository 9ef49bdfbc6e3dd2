import { z } from "zod";
import type { ProviderKeys } from "./provider-keys.ts";
import { personOf, type Claims } from "./verify-token.ts";

const answer = z.looseObject({ sub: z.string() });

/** Some providers omit the email address from access tokens. It is then requested once, at sign-in. Undefined: the provider does not respond. */
export async function completeClaims(
  claims: Claims,
  token: string,
  keys: Pick<ProviderKeys, "userinfoEndpoint">,
): Promise<Claims | undefined> {
  if (claims.email !== undefined) return claims;
  const endpoint = await keys.userinfoEndpoint();
  if (endpoint === undefined) return claims;
  try {
    const response = await fetch(endpoint, {
      headers: { authorization: `Bearer ${token}`, accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(4_000),
    });
    // A token without the scope means a person without an address, not an unavailable provider.
    if (response.status === 401 || response.status === 403) return claims;
    if (!response.ok) return undefined;
    const found = answer.parse(await response.json());
    // The response must be about the same person.
    return found.sub === claims.subject ? { ...claims, ...personOf(found) } : claims;
  } catch {
    return undefined;
  }
}
