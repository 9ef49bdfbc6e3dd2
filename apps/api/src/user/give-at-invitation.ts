import { expandPermissions, type UserInvite } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { can } from "../can.ts";
import { addMember, permissionsGiven } from "../group/members.ts";
import { findGroup } from "../group/store.ts";
import type { Actor } from "../identity/actor.ts";
import { refuse, type Refused } from "../outcome.ts";
import { holdsAll } from "../rights.ts";
import { findRole } from "../role/store.ts";
import { addRole, type UserRow } from "./store.ts";

/**
 * Assigns roles and groups to an invited user or a new system account, by the same rules as the separate calls. A refusal rolls back the whole call.
 */
export async function giveAtInvitation(
  tx: Tx,
  actor: Actor,
  user: Pick<UserRow, "id" | "organisation_id">,
  { roles, groups }: Pick<UserInvite, "roles" | "groups">,
): Promise<Refused | undefined> {
  const mayGive =
    (roles.length === 0 || can(actor, "user.role.add") === undefined) &&
    (groups.length === 0 || can(actor, "group.member.add") === undefined);
  if (!mayGive) return refuse("GIVING_NOT_ALLOWED");
  for (const id of roles) {
    const role = await findRole(tx, id, false, actor);
    if (role === undefined || role.organisation_id !== user.organisation_id) return refuse("ROLE_NOT_FOUND");
    if (!holdsAll(actor, expandPermissions(role.permissions))) return refuse("ROLE_BEYOND_OWN");
    await addRole(tx, user, role.id);
  }
  for (const id of groups) {
    const group = await findGroup(tx, id, false, actor);
    if (group === undefined || group.organisation_id !== user.organisation_id) return refuse("GROUP_NOT_FOUND");
    if (!holdsAll(actor, await permissionsGiven(tx, group.id))) return refuse("ROLE_BEYOND_OWN");
    await addMember(tx, group, user.id);
  }
  return undefined;
}
