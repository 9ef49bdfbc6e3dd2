import type { Tx } from "@airlock/platform/postgres";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Subject } from "../http/subject.ts";
import type { Actor } from "../identity/actor.ts";
import { publishKeyChange } from "../key/publish.ts";
import { keysOf } from "../key/store.ts";
import { findOrganisation } from "../organisation/store.ts";
import { done, nothing, refuse, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { holdsAll } from "../rights.ts";
import { permissionList, roleList, roleResource, roleState } from "./resource.ts";
import { accountsWithRole, createRole, deleteRole, findRole, listRoles, updateRole, type RoleRow } from "./store.ts";

const roleSubject: Subject<"role", RoleRow> = {
  resource: "role",
  parameter: "roleId",
  missing: "ROLE_NOT_FOUND",
  find: findRole,
  state: roleState,
};

export function roleRoutes(router: Router, parts: Parts): void {
  router.user("allRoles.list", async ({ actor, tx, query }) => {
    const organisationId = query.organisationWss ?? actor.organisationId;
    if ((await findOrganisation(tx, organisationId, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    const page = await listRoles(tx, actor, organisationId, query);
    return isRefused(page) ? page : done(roleList(actor, query, page));
  });

  router.user("allRoles.create", async ({ actor, tx, body }) => {
    const organisationId = body.organisationWss ?? actor.organisationId;
    if ((await findOrganisation(tx, organisationId, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    if (!holdsAll(actor, body.permissions)) return refuse("ROLE_BEYOND_OWN");
    return read(tx, actor, await createRole(tx, { ...body, organisationId }));
  });

  router.object("role.read", roleSubject, ({ actor }, row) => Promise.resolve(done(roleResource(actor, row))));

  router.object("role.update", roleSubject, async (call, row) => {
    const { actor, tx, body } = call;
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const held = new Set<string>(row.permissions);
    const added = (body.permissions ?? []).filter((permission) => !held.has(permission));
    if (!holdsAll(actor, added)) return refuse("ROLE_BEYOND_OWN");
    const kept = new Set<string>(body.permissions ?? row.permissions);
    const takes = row.permissions.some((permission) => !kept.has(permission));
    if (takes && row.held_beyond_own) return refuse("USER_BEYOND_OWN");
    await updateRole(tx, row.id, body);
    const outcome = await read(tx, actor, row.id);
    if (body.permissions === undefined || outcome.kind === "refused") return outcome;
    const kind = takes ? "revoked" : "granted";
    const keyIds = await keysOf(tx, await accountsWithRole(tx, row.id));
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds, kind }, outcome);
  });

  router.object("role.delete", roleSubject, async (call, row) => {
    const keyIds = await keysOf(call.tx, await accountsWithRole(call.tx, row.id));
    await deleteRole(call.tx, row.id);
    return publishKeyChange(parts, call, { organisationId: row.organisation_id, keyIds, kind: "revoked" }, nothing);
  });

  router.user("permissions.list", ({ actor }) => Promise.resolve(done(permissionList(actor))));
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findRole(tx, id, false, actor);
  return row === undefined ? refuse("ROLE_NOT_FOUND") : done(roleResource(actor, row));
}
