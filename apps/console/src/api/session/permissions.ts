import type { Method, Permission, Resource } from "@airlock/contract";
import type { Profile } from "./session.ts";

/** `PERMISSION_NONE` passes for every signed-in user. */
export type Needed = Permission | "PERMISSION_NONE";

export function holds(profile: Profile, needed: Needed): boolean {
  return needed === "PERMISSION_NONE" || profile._embedded.permissions.includes(needed);
}

/** The address to call, if this user may use the method there now. The API decides; the console only reads its links. */
export function linkFor(resource: Resource<unknown> | undefined, rel: string, method: Method): string | undefined {
  const link = resource?._links[rel];
  return link?.allow.includes(method) ? link.href : undefined;
}
