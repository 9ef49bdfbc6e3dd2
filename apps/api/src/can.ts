import { decide, type ActionName, type Problem, type ResourceName, type ResourceStates } from "@airlock/contract";
import type { Actor } from "./identity/actor.ts";

/**
 * Whether this actor may do this, to this object once it is known: the refusal, or undefined. The one check of the api; what an
 * actor can even see is the database's.
 */
export type Can = (actor: Actor, action: ActionName, object?: ResourceStates[ResourceName]) => Problem | undefined;

export const can: Can = (actor, action, object) => decide(actor.permissions, action, object);
