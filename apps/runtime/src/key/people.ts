import type { PersonAssertions } from "@airlock/platform";
import type { Caller } from "./keys.ts";

/**
 * A signed-in user, as the api asserts them for one call of one version. The api has just checked the user and the permission. Nothing is cached
 * here, so a revocation takes effect with the next call.
 */
export function personCaller(
  assertions: Pick<PersonAssertions, "verify">,
  authorization: string | undefined,
  versionId: string,
  now: number,
): Caller | undefined {
  if (authorization?.startsWith("Bearer alp_") !== true) return undefined;
  const found = assertions.verify(authorization.slice("Bearer ".length));
  if (found === undefined || found.versionId !== versionId || found.expires <= now) return undefined;
  const { organisationId, userId, expires } = found;
  // Quotas and the log count by key; for users, their own id is used.
  return { keyId: userId, callerId: userId, organisationId, mayExecute: true, expires };
}
