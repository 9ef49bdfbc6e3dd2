import type { Definition } from "@airlock/flow";
import { can } from "../can.ts";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused } from "../outcome.ts";
import { secretUsesAdded } from "./open-secrets.ts";

/**
 * Refuses a definition that newly uses a secret, by a user without the permission, whether or not a secret of that name exists. Existing uses by
 * others can still be saved.
 */
export function refuseSecrets(actor: Actor, definition: Definition, before?: () => Definition): Refused | undefined {
  if (can(actor, "secrets.list") === undefined) return undefined;
  const added = secretUsesAdded(definition, before?.());
  if (added.length === 0) return undefined;
  const problems = added.map(({ nodeId, label, name }) => ({
    field: nodeId,
    code: "secret",
    message: `${label} uses the secret ${name}.`,
  }));
  return refuse("SECRET_NOT_PERMITTED", problems);
}
