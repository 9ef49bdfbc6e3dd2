import type { Tx } from "@airlock/platform/postgres";
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
    const page = await listRoles(tx, organisationId, query);
    return "kind" in page ? page : done(roleList(actor, query, page));
  });

  router.user("allRoles.create", async ({ actor, tx, body }) => {
    const organisationId = body.organisationWss ?? actor.organisationId;
    if ((await findOrganisation(tx, organisationId, false)) === undefined) return refuse("ORGANISATION_NOT_FOUND");
    if (!holdsAll(actor, body.permissions)) return refuse("ROLE_BEYOND_OWN");
    return read(tx, actor, await createRole(tx, { ...body, organisationId }));
  });

  router.object("role.read", roleSubject, ({ actor }, row) => Promise.resolve(done(roleResource(actor, row))));

  router.object("role.update", roleSubject, async ({ actor, tx, body, ids }, row) => {
    if (isStale(body, row)) return refuse("EDIT_CONFLICT");
    const held = new Set<string>(row.permissions);
    const added = (body.permissions ?? []).filter((permission) => !held.has(permission));
    if (!holdsAll(actor, added)) return refuse("ROLE_BEYOND_OWN");
    await updateRole(tx, row.id, body);
    if (body.permissions !== undefined) {
      await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, await accountsWithRole(tx, row.id)), ids);
    }
    return read(tx, actor, row.id);
  });

  router.object("role.delete", roleSubject, async ({ tx, ids }, row) => {
    await publishKeysLater(parts, tx, row.organisation_id, await keysOf(tx, await accountsWithRole(tx, row.id)), ids);
    await deleteRole(tx, row.id);
    return nothing;
  });

  router.user("permissions.list", ({ actor }) => Promise.resolve(done(permissionList(actor))));
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findRole(tx, id, false);
  return row === undefined ? refuse("ROLE_NOT_FOUND") : done(roleResource(actor, row));
}
