import { z } from "zod";
import type { ProviderKeys } from "./provider-keys.ts";
import { personOf, type Claims } from "./verify-token.ts";

const answer = z.looseObject({ sub: z.string() });

/**
 * Some providers keep the address out of access tokens. Then it is asked for once, at sign-in. Undefined: the provider does not
 * answer.
 */
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
    // A token without the scope for it is a person without an address, not a provider that is away.
    if (response.status === 401 || response.status === 403) return claims;
    if (!response.ok) return undefined;
    const found = answer.parse(await response.json());
    // Whose address it is must be the provider's word about the same person.
    return found.sub === claims.subject ? { ...claims, ...personOf(found) } : claims;
  } catch {
    return undefined;
  }
}
