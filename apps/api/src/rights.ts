import { permissions, type Permission } from "@airlock/contract";
import { sql, type RawBuilder } from "kysely";
import type { Actor } from "./identity/actor.ts";

// One rule in both directions: no one can grant a permission that they do not have, and no one can take anything from a user who has more.

/** Whether the actor may grant these, by a role, a group or a key. */
export function holdsAll(actor: Actor, given: Iterable<Permission>): boolean {
  for (const permission of given) if (!actor.permissions.has(permission)) return false;
  return true;
}

/** Roles with a permission that the actor does not have, as a subquery. The same comparison as `holdsAll`, for many at a time. */
function rolesBeyond(actor: Actor): RawBuilder<string> {
  const everything = actor.permissions.size === permissions.length;
  const held = [...actor.permissions, ...(everything ? ["*"] : [])];
  return sql`(select beyond.id from roles beyond where not beyond.permissions <@ ${held}::text[])`;
}

/** Whether the user with this id has, by a role or through a group, a permission that the actor does not. */
export function isBeyond(actor: Actor, userId: RawBuilder<string>): RawBuilder<boolean> {
  return sql`(
    exists (select from user_roles ur where ur.user_id = ${userId} and ur.role_id in ${rolesBeyond(actor)})
    or exists (
      select from group_members gm join group_roles gr using (group_id)
      where gm.user_id = ${userId} and gr.role_id in ${rolesBeyond(actor)}
    ))`;
}

/** The ids of all such users, as an uncorrelated subquery: computed once for a whole list. */
export function usersBeyond(actor: Actor): RawBuilder<string> {
  return sql`(
    select user_id from user_roles where role_id in ${rolesBeyond(actor)}
    union all
    select user_id from group_members join group_roles using (group_id) where role_id in ${rolesBeyond(actor)})`;
}
