import type { Permission } from "@airlock/contract";
import type { Actor } from "./identity/actor.ts";

/** Nobody gives what they do not hold, neither by a role nor by a group nor by a key. */
export function holdsAll(actor: Actor, given: Iterable<Permission>): boolean {
  for (const permission of given) if (!actor.permissions.has(permission)) return false;
  return true;
}
