import type { PageQuery, RoleUpdate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { claimCode } from "../claim-code.ts";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { usersBeyond } from "../rights.ts";

export interface RoleRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly organisation_name: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly permissions: readonly string[];
  readonly users: number;
  readonly revision: number;
  /** Whether a user with the role also has a permission that the caller does not. */
  readonly held_beyond_own: boolean;
}

/** A user who has a role both directly and through a group counts once. */
const holders = sql`(
    select user_id from user_roles where user_roles.role_id = roles.id
    union
    select user_id from group_members join group_roles using (group_id) where group_roles.role_id = roles.id
  )`;

function roles(tx: Tx, actor: Actor) {
  return tx
    .selectFrom("roles")
    .innerJoin("organisations", "organisations.id", "roles.organisation_id")
    .select("organisations.name as organisation_name")
    .select(["roles.id", "roles.organisation_id", "roles.name", "roles.description", "roles.code", "roles.permissions", "roles.revision"])
    .select(sql<number>`(select count(*)::int from ${holders} held)`.as("users"))
    .select(sql<boolean>`exists (select from ${holders} held where user_id in ${usersBeyond(actor)})`.as("held_beyond_own"));
}

export async function findRole(tx: Tx, id: string, lock: boolean, actor: Actor): Promise<RoleRow | undefined> {
  return roles(tx, actor)
    .where("roles.id", "=", id)
    .$if(lock, (query) => query.forUpdate("roles"))
    .executeTakeFirst();
}

const order = {
  sorts: {
    name: sql<string>`lower(roles.name)`,
    description: sql<string>`lower(roles.description)`,
    code: sql<string>`roles.code`,
    createdDate: sql<string>`roles.id`,
  },
  id: sql<string>`roles.id`,
};

export function listRoles(tx: Tx, actor: Actor, organisationId: string, query: PageQuery): Promise<Page<RoleRow> | Refused> {
  const { search } = query;
  const matching = roles(tx, actor)
    .where("roles.organisation_id", "=", organisationId)
    .$if(search !== undefined && search !== "", (select) =>
      select.where((where) =>
        where.or([where("roles.name", "ilike", containing(search ?? "")), where("roles.description", "ilike", containing(search ?? ""))]),
      ),
    );
  return readPage(matching, query, order);
}

export async function createRole(
  tx: Tx,
  fields: {
    readonly organisationId: string;
    readonly name: string;
    readonly description: string;
    readonly permissions: readonly string[];
    /** For ADMI and the starter roles; others are derived from the name. */
    readonly code?: string;
  },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("roles")
    .values({
      id,
      organisation_id: fields.organisationId,
      name: fields.name,
      description: fields.description,
      code: fields.code ?? (await claimCode(tx, "roles", fields.organisationId, fields.name)),
      permissions: [...fields.permissions],
    })
    .execute();
  return id;
}

export async function updateRole(tx: Tx, id: string, fields: RoleUpdate): Promise<void> {
  const { name, description, permissions } = fields;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(permissions === undefined ? {} : { permissions: [...new Set(permissions)] }),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("roles").set(changes).where("id", "=", id).execute();
}

export async function deleteRole(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("roles").where("id", "=", id).execute();
}

/** System accounts with the role, directly or through a group: their keys must be published again. */
export async function accountsWithRole(tx: Tx, id: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("users")
    .where("type", "=", "System account")
    .where((where) =>
      where.or([
        where("id", "in", where.selectFrom("user_roles").where("role_id", "=", id).select("user_id")),
        where(
          "id",
          "in",
          where
            .selectFrom("group_members")
            .innerJoin("group_roles", "group_roles.group_id", "group_members.group_id")
            .where("group_roles.role_id", "=", id)
            .select("group_members.user_id"),
        ),
      ]),
    )
    .select("id")
    .execute();
  return rows.map((row) => row.id);
}
