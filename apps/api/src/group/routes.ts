import { expandPermissions } from "@airlock/contract";
import { postgresFailure, type Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { publishKeyChange, type KeyCall, type KeyChange } from "../key/publish.ts";
import { keysOf } from "../key/store.ts";
import { findOrganisation } from "../organisation/store.ts";
import { done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { holdsAll } from "../rights.ts";
import { findRole } from "../role/store.ts";
import { findUser, type UserRow } from "../user/store.ts";
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

const memberSubject: Subject<"member", UserRow> = {
  resource: "member",
  parameter: "userId",
  missing: "USER_NOT_FOUND",
  find: findUser,
  state: (row) => ({ beyondOwn: row.beyond_own }),
};

export function groupRoutes(router: Router, parts: Parts): void {
  router.user("groups.list", async ({ actor, tx, query }) => {
    if (query.organisationWss !== undefined && (await findOrganisation(tx, query.organisationWss, false)) === undefined) {
      return refuse("ORGANISATION_NOT_FOUND");
    }
    const page = await listGroups(tx, actor, query);
    return isRefused(page) ? page : done(groupList(actor, query, page));
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
      await updateGroup(tx, row, body);
    } catch (error) {
      // Solutions of another organisation that it owns are not visible here, but the foreign key protects them.
      if (postgresFailure(error).kind === "referred") return refuse("GROUP_IN_USE");
      throw error;
    }
    return read(tx, actor, row.id);
  });

  router.object("group.delete", groupSubject, async (call, row) => {
    const keyIds = await keysOf(call.tx, await accountsIn(call.tx, row.id));
    await deleteGroup(call.tx, row.id);
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds, kind: "revoked" }, nothing);
  });

  router.object("group.members.list", groupSubject, async ({ actor, tx, query }, row) => {
    const page = await listMembers(tx, actor, row.id, query);
    return isRefused(page) ? page : done(memberList(actor, row, query, page));
  });

  router.object("group.member.add", groupSubject, async (call, row) => {
    const { actor, tx, params } = call;
    const user = await findUser(tx, params.userId, false, actor);
    if (user === undefined || user.organisation_id !== row.organisation_id) return refuse("USER_NOT_FOUND");
    if (!holdsAll(actor, await permissionsGiven(tx, row.id))) return refuse("ROLE_BEYOND_OWN");
    await addMember(tx, row, user.id);
    return changed(call, row, [user.id], "granted");
  });

  router.object("group.member.remove", memberSubject, async (call, user) => {
    const { actor, tx, params } = call;
    const row = await findGroup(tx, params.groupId, true, actor);
    if (row === undefined) return refuse("GROUP_NOT_FOUND");
    if (user.organisation_id !== row.organisation_id) return refuse("USER_NOT_FOUND");
    await removeMember(tx, row, user.id);
    return changed(call, row, [user.id], "revoked");
  });

  router.object("group.role.add", groupSubject, async (call, row) => {
    const { actor, tx, params } = call;
    const role = await findRole(tx, params.roleId, false, actor);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    if (!holdsAll(actor, expandPermissions(role.permissions))) return refuse("ROLE_BEYOND_OWN");
    await addGroupRole(tx, row, role.id);
    return changed(call, row, await accountsIn(tx, row.id), "granted");
  });

  router.object("group.role.remove", groupSubject, async (call, row) => {
    const { actor, tx, params } = call;
    const role = await findRole(tx, params.roleId, false, actor);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    await removeGroupRole(tx, row, role.id);
    return changed(call, row, await accountsIn(tx, row.id), "revoked");
  });

  async function changed(call: KeyCall & { readonly actor: Actor }, row: GroupRow, userIds: readonly string[], kind: KeyChange["kind"]) {
    const outcome = await read(call.tx, call.actor, row.id);
    if (outcome.kind === "refused") return outcome;
    const keyIds = await keysOf(call.tx, userIds);
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds, kind }, outcome);
  }
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findGroup(tx, id, false, actor);
  return row === undefined ? refuse("GROUP_NOT_FOUND") : done(groupResource(actor, row));
}
