import { permissionsOf, type Tx } from "@airlock/platform/postgres";
import { expandPermissions } from "@airlock/contract";
import { isStale } from "../http/stale.ts";
import { can } from "../can.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { publishKeysLater } from "../key/publish.ts";
import { keysOf } from "../key/store.ts";
import { findOrganisation } from "../organisation/store.ts";
import { done, nothing, refuse, type Refused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { holdsAll } from "../rights.ts";
import { findRole } from "../role/store.ts";
import { userList, userResource, userRoleList } from "./resource.ts";
import { addRole, createUser, deleteUser, findUser, holderOf, listUsers, removeRole, updateUser, type UserRow } from "./store.ts";
import { userSubject } from "./subject.ts";

export function userRoutes(router: Router, parts: Parts): void {
  router.user("users.list", async ({ actor, tx, query }) => {
    if (query.organisationWss !== undefined && (await findOrganisation(tx, query.organisationWss, false)) === undefined) {
      return refuse("ORGANISATION_NOT_FOUND");
    }
    const page = await listUsers(tx, actor, query);
    return "kind" in page ? page : done(userList(actor, query, page));
  });

  router.user("users.create", async ({ actor, tx, body }) => {
    if ((await findOrganisation(tx, body.organisationWss, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    return read(tx, actor, await createUser(tx, body));
  });

  router.user("users.invite", async ({ actor, tx, body, ids }) => {
    if ((await findOrganisation(tx, body.organisationWss, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    const taken = await addressTaken(tx, actor, body.organisationWss, body.emailAddress);
    if (taken !== undefined) return taken;
    const id = await createUser(tx, body);
    await parts.jobs.send(tx, "invitation.send", { organisationId: body.organisationWss, userId: id }, ids);
    return read(tx, actor, id);
  });

  router.object("user.read", userSubject, ({ actor }, row) => Promise.resolve(done(userResource(actor, row))));

  router.object("user.update", userSubject, async ({ actor, tx, body, ids }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    if (body.userStatus === "disabled" && row.id === actor.userId) return refuse("USER_IS_SELF");
    // Whoever owns the address of an account that nobody has signed in to yet owns its rights.
    const readdressed = body.emailAddress !== undefined && body.emailAddress !== row.email && row.status !== "active";
    // To let somebody in again is to give them their rights.
    const enabled = body.userStatus === "active" && row.status === "disabled";
    if ((readdressed || enabled) && !holdsAll(actor, await permissionsOf(tx, row.id))) return refuse("ROLE_BEYOND_OWN");
    if (body.emailAddress !== undefined && row.type === "User") {
      const taken = await addressTaken(tx, actor, row.organisation_id, body.emailAddress, row.id);
      if (taken !== undefined) return taken;
    }
    await updateUser(tx, row.id, body);
    if (body.userStatus !== undefined) await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, [row.id]), ids);
    return read(tx, actor, row.id);
  });

  router.object("user.delete", userSubject, async ({ tx, ids }, row) => {
    await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, [row.id]), ids);
    await deleteUser(tx, row.id);
    return nothing;
  });

  router.object("user.reinvite", userSubject, async ({ actor, tx, ids }, row) => {
    await parts.jobs.send(tx, "invitation.send", { organisationId: row.organisation_id, userId: row.id }, ids);
    return read(tx, actor, row.id);
  });

  router.object("user.roles.list", userSubject, ({ actor }, row) => Promise.resolve(done(userRoleList(actor, row))));

  router.object("user.role.add", userSubject, async ({ actor, tx, params, ids }, row) => {
    const role = await findRole(tx, params.roleId, false);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    if (!holdsAll(actor, expandPermissions(role.permissions))) return refuse("ROLE_BEYOND_OWN");
    await addRole(tx, row, role.id);
    return changed(tx, actor, row, ids);
  });

  router.object("user.role.remove", userSubject, async ({ actor, tx, params, ids }, row) => {
    const role = await findRole(tx, params.roleId, false);
    if (role === undefined || role.organisation_id !== row.organisation_id) return refuse("ROLE_NOT_FOUND");
    await removeRole(tx, row, role.id);
    return changed(tx, actor, row, ids);
  });

  async function changed(tx: Tx, actor: Actor, row: UserRow, ids: Parameters<typeof publishKeysLater>[4]) {
    await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, [row.id]), ids);
    return read(tx, actor, row.id);
  }
}

/** Says whose it is to those who could look it up. Two at the same moment are the database's to refuse. */
async function addressTaken(tx: Tx, actor: Actor, organisationId: string, email: string, except?: string): Promise<Refused | undefined> {
  const holder = await holderOf(tx, organisationId, email);
  if (holder === undefined || holder.id === except) return undefined;
  if (can(actor, "users.list") !== undefined) return refuse("EMAIL_TAKEN");
  return { kind: "refused", problem: { code: "EMAIL_TAKEN", details: { holder: `${holder.first_name} ${holder.name}`.trim() } } };
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findUser(tx, id, false);
  return row === undefined ? refuse("USER_NOT_FOUND") : done(userResource(actor, row));
}
