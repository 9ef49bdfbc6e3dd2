import { decide, type ActionName, type Problem, type ResourceName, type ResourceStates } from "@airlock/contract";
import type { Actor } from "./identity/actor.ts";

/**
 * Whether this actor may perform this action, on this object if it is known: the refusal, or undefined. The only authorisation check of the api; what
 * an actor can see is decided by row-level security.
 */
export type Can = (actor: Actor, action: ActionName, object?: ResourceStates[ResourceName]) => Problem | undefined;

export const can: Can = (actor, action, object) => decide(actor.permissions, action, object);
