import { expandPermissions } from "@airlock/contract";
import type { WorkIds } from "@airlock/platform";
import { postgresFailure, type Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { publishKeysLater } from "../key/publish.ts";
import { keysOf } from "../key/store.ts";
import { findOrganisation } from "../organisation/store.ts";
import { done, nothing, refuse } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { holdsAll } from "../rights.ts";
import { findRole } from "../role/store.ts";
import { findUser } from "../user/store.ts";
import { accountsIn, addMember, listMembers, permissionsGiven, removeMember } from "./members.ts";
import { groupList, groupResource, groupState, memberList } from "./resource.ts";
import { addGroupRole, createGroup, deleteGroup, findGroup, listGroups, removeGroupRole, updateGroup, type GroupRow } from "./store.ts";

const groupSubject: Subject<"group", GroupRow> = {
  resource: "group",
  parameter: "groupId",
  missing: "GROUP_NOT_FOUND",
  find: findGroup,
  state: groupState,
};

export function groupRoutes(router: Router, parts: Parts): void {
  router.user("groups.list", async ({ actor, tx, query }) => {
    if (query.organisationWss !== undefined && (await findOrganisation(tx, query.organisationWss, false)) === undefined) {
      return refuse("ORGANISATION_NOT_FOUND");
    }
    const page = await listGroups(tx, actor, query);
    return "kind" in page ? page : done(groupList(actor, query, page));
  });

  router.user("groups.create", async ({ actor, tx, body }) => {
    const organisationId = body.organisationWss ?? actor.organisationId;
    if ((await findOrganisation(tx, organisationId, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    return read(tx, actor, await createGroup(tx, { ...body, organisationId }));
  });

  router.object("group.read", groupSubject, ({ actor }, row) => Promise.resolve(done(groupResource(actor, row))));

  router.object("group.update", groupSubject, async ({ actor, tx, body }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (body.organisationWss !== undefined && body.organisationWss !== row.organisation_id) {
      if ((await findOrganisation(tx, body.organisationWss, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
      if (row.members > 0 || row.roles.length > 0) return refuse("GROUP_IN_USE");
    }
    try {
      await updateGroup(tx, row.id, body);
    } catch (error) {
      // Solutions that it owns are invisible from another organisation; the foreign key knows of them all the same.
      if (postgresFailure(error).kind === "referred") return refuse("GROUP_IN_USE");
      throw error;
    }
    return read(tx, actor, row.id);
  });

  router.object("group.delete", groupSubject, async ({ tx, ids }, row) => {
    await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, await accountsIn(tx, row.id)), ids);
    await deleteGroup(tx, row.id);
    return nothing;
  });

  router.object("group.members.list", groupSubject, async ({ actor, tx, query }, row) => {
    const page = await listMembers(tx, row.id, query);
    return "kind" in page ? page : done(memberList(actor, row, query, page));
  });

  router.object("group.member.add", groupSubject, async ({ actor, tx, params, ids }, row) => {
    const user = await findUser(tx, params.userId, false);
    if (user === undefined || user.organisation_id !== row.organisation_id) return refuse("USER_NOT_FOUND");
    if (!holdsAll(actor, await permissionsGiven(tx, row.id))) return refuse("ROLE_BEYOND_OWN");
    await addMember(tx, row, user.id);
    return changed(tx, actor, row, [user.id], ids);
  });

  router.object("group.member.remove", groupSubject, async ({ actor, tx, params, ids }, row) => {
    const user = await findUser(tx, params.userId, false);
    if (user === undefined || user.organisation_id !== row.organisation_id) return refuse("USER_NOT_FOUND");
    await removeMember(tx, row, user.id);
    return changed(tx, actor, row, [user.id], ids);
  });

  router.object("group.role.add", groupSubject, async ({ actor, tx, params, ids }, row) => {
    const role = await findRole(tx, params.roleId, false);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    if (!holdsAll(actor, expandPermissions(role.permissions))) return refuse("ROLE_BEYOND_OWN");
    await addGroupRole(tx, row, role.id);
    return changed(tx, actor, row, await accountsIn(tx, row.id), ids);
  });

  router.object("group.role.remove", groupSubject, async ({ actor, tx, params, ids }, row) => {
    const role = await findRole(tx, params.roleId, false);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    await removeGroupRole(tx, row, role.id);
    return changed(tx, actor, row, await accountsIn(tx, row.id), ids);
  });

  async function changed(tx: Tx, actor: Actor, row: GroupRow, userIds: readonly string[], ids: WorkIds) {
    await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, userIds), ids);
    return read(tx, actor, row.id);
  }
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findGroup(tx, id, false);
  return row === undefined ? refuse("GROUP_NOT_FOUND") : done(groupResource(actor, row));
}
