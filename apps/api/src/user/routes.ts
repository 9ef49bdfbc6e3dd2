import type { Tx } from "@airlock/platform/postgres";
import { expandPermissions } from "@airlock/contract";
import { isStale } from "../http/stale.ts";
import { can } from "../can.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { publishKeyChange, type KeyCall, type KeyChange } from "../key/publish.ts";
import { keysOf } from "../key/store.ts";
import { findOrganisation } from "../organisation/store.ts";
import { done, nothing, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { refuseLinks } from "../plain-names.ts";
import { holdsAll } from "../rights.ts";
import { findRole } from "../role/store.ts";
import { giveAtInvitation } from "./give-at-invitation.ts";
import { countInvitation } from "./invitations.ts";
import { userList, userResource, userRoleList } from "./resource.ts";
import {
  addRole,
  createUser,
  deleteUser,
  findUser,
  holderOf,
  nameOf,
  listUsers,
  removeRole,
  reopenInvitation,
  updateUser,
  type UserRow,
} from "./store.ts";
import { userSubject } from "./subject.ts";

export function userRoutes(router: Router, parts: Parts): void {
  router.user("users.list", async ({ actor, tx, query }) => {
    if (query.organisationWss !== undefined && (await findOrganisation(tx, query.organisationWss, false)) === undefined) {
      return refuse("ORGANISATION_NOT_FOUND");
    }
    const page = await listUsers(tx, actor, query);
    return isRefused(page) ? page : done(userList(actor, query, page));
  });

  router.user("users.create", async ({ actor, tx, body }) => {
    if ((await findOrganisation(tx, body.organisationWss, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    const id = await createUser(tx, body);
    const refused = await giveAtInvitation(tx, actor, { id, organisation_id: body.organisationWss }, { roles: body.roles, groups: [] });
    return refused ?? read(tx, actor, id);
  });

  router.user("users.invite", async ({ actor, tx, body, ids }) => {
    if ((await findOrganisation(tx, body.organisationWss, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    const taken = await addressTaken(tx, actor, body.organisationWss, body.emailAddress);
    if (taken !== undefined) return taken;
    const limited = await countInvitation(tx, actor, body.emailAddress);
    if (limited !== undefined) return limited;
    const id = await createUser(tx, body);
    const refused = await giveAtInvitation(tx, actor, { id, organisation_id: body.organisationWss }, body);
    if (refused !== undefined) return refused;
    const { expiresInDays: days, note, organisationWss: organisationId } = body;
    const invitation = { organisationId, userId: id, invitedBy: await nameOf(tx, actor.userId), days, note };
    await parts.jobs.send(tx, "invitation.send", invitation, ids);
    return read(tx, actor, id);
  });

  router.object("user.read", userSubject, ({ actor }, row) => Promise.resolve(done(userResource(actor, row))));

  router.object("user.update", userSubject, async (call, row) => {
    const { actor, tx, body } = call;
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (body.userStatus === "disabled" && row.id === actor.userId) return refuse("USER_IS_SELF");
    const link = row.type === "User" ? refuseLinks(body, { firstName: row.first_name, name: row.name }) : undefined;
    if (link !== undefined) return link;
    if (body.emailAddress !== undefined && row.type === "User") {
      const taken = await addressTaken(tx, actor, row.organisation_id, body.emailAddress, row.id);
      if (taken !== undefined) return taken;
    }
    await updateUser(tx, row.id, body);
    if (body.userStatus === undefined) return read(tx, actor, row.id);
    return changed(call, row, body.userStatus === "disabled" ? "revoked" : "granted");
  });

  router.object("user.delete", userSubject, async (call, row) => {
    const keyIds = await keysOf(call.tx, [row.id]);
    await deleteUser(call.tx, row.id);
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds, kind: "revoked" }, nothing);
  });

  router.object("user.reinvite", userSubject, async ({ actor, tx, ids }, row) => {
    const limited = await countInvitation(tx, actor, row.email);
    if (limited !== undefined) return limited;
    await reopenInvitation(tx, row.id);
    const invitedBy = await nameOf(tx, actor.userId);
    await parts.jobs.send(tx, "invitation.send", { organisationId: row.organisation_id, userId: row.id, invitedBy }, ids);
    return read(tx, actor, row.id);
  });

  router.object("user.roles.list", userSubject, ({ actor }, row) => Promise.resolve(done(userRoleList(actor, row))));

  router.object("user.role.add", userSubject, async (call, row) => {
    const { actor, tx, params } = call;
    const role = await findRole(tx, params.roleId, false, actor);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    if (!holdsAll(actor, expandPermissions(role.permissions))) return refuse("ROLE_BEYOND_OWN");
    await addRole(tx, row, role.id);
    return changed(call, row, "granted");
  });

  router.object("user.role.remove", userSubject, async (call, row) => {
    const { actor, tx, params } = call;
    const role = await findRole(tx, params.roleId, false, actor);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    await removeRole(tx, row, role.id);
    return changed(call, row, "revoked");
  });

  async function changed(call: KeyCall & { readonly actor: Actor }, row: UserRow, kind: KeyChange["kind"]) {
    const outcome = await read(call.tx, call.actor, row.id);
    if (outcome.kind === "refused") return outcome;
    const keyIds = await keysOf(call.tx, [row.id]);
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds, kind }, outcome);
  }
}

/** Names the owner of the address to users who could look it up. Concurrent requests are refused by a unique index. */
async function addressTaken(tx: Tx, actor: Actor, organisationId: string, email: string, except?: string): Promise<Refused | undefined> {
  const holder = await holderOf(tx, organisationId, email);
  if (holder === undefined || holder.id === except) return undefined;
  if (can(actor, "users.list") !== undefined) return refuse("EMAIL_TAKEN");
  return { kind: "refused", problem: { code: "EMAIL_TAKEN", details: { holder: `${holder.first_name} ${holder.name}`.trim() } } };
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findUser(tx, id, false, actor);
  return row === undefined ? refuse("USER_NOT_FOUND") : done(userResource(actor, row));
}
