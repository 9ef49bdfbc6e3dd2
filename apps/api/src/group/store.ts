import type { GroupQuery, GroupUpdate, RoleSummary } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { claimCode } from "../claim-code.ts";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { usersBeyond } from "../rights.ts";

export interface GroupRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly organisation_name: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  readonly revision: number;
  readonly members: number;
  readonly roles: readonly RoleSummary[];
  /** Whether a member has a permission that the caller does not. */
  readonly members_beyond_own: boolean;
}

function groups(tx: Tx, actor: Actor) {
  return tx
    .selectFrom("groups")
    .innerJoin("organisations", "organisations.id", "groups.organisation_id")
    .select((select) => [
      "groups.id",
      "groups.organisation_id",
      "organisations.name as organisation_name",
      "groups.name",
      "groups.description",
      "groups.code",
      "groups.revision",
      select
        .selectFrom("group_members")
        .whereRef("group_members.group_id", "=", "groups.id")
        .select(sql<number>`count(*)::int`.as("count"))
        .$asScalar()
        .$notNull()
        .as("members"),
      jsonArrayFrom(
        select
          .selectFrom("group_roles")
          .innerJoin("roles", "roles.id", "group_roles.role_id")
          .whereRef("group_roles.group_id", "=", "groups.id")
          .select(["roles.id as webSafeString", "roles.name", "roles.code"])
          .orderBy("roles.name"),
      ).as("roles"),
      sql<boolean>`exists (select from group_members m where m.group_id = groups.id and m.user_id in ${usersBeyond(actor)})`.as(
        "members_beyond_own",
      ),
    ]);
}

export async function findGroup(tx: Tx, id: string, lock: boolean, actor: Actor): Promise<GroupRow | undefined> {
  return groups(tx, actor)
    .where("groups.id", "=", id)
    .$if(lock, (query) => query.forUpdate("groups"))
    .executeTakeFirst();
}

const listView: ListView = {
  table: "groups",
  scopes: ["own", "managed"],
  sorts: { name: "name", description: "description", code: "code", createdDate: "id" },
  countedBy: "code",
};

export function listGroups(tx: Tx, actor: Actor, query: GroupQuery): Promise<Page<GroupRow> | Refused> {
  const conditions = query.organisationWss === undefined ? [] : [sql<boolean>`organisation_id = ${query.organisationWss}`];
  const rowsOf = (ids: readonly string[]) =>
    groups(tx, actor)
      .where(sql<boolean>`groups.id = any(${[...ids]})`)
      .execute();
  return findPage(tx, actor, query, listView, rowsOf, conditions);
}

export async function createGroup(
  tx: Tx,
  fields: { readonly organisationId: string; readonly name: string; readonly description: string; readonly code?: string },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("groups")
    .values({
      id,
      organisation_id: fields.organisationId,
      name: fields.name,
      description: fields.description,
      code: fields.code ?? (await claimCode(tx, "groups", fields.organisationId, fields.name)),
    })
    .execute();
  return id;
}

export async function updateGroup(tx: Tx, { id, organisation_id, code, ...row }: GroupRow, fields: GroupUpdate): Promise<void> {
  const { name, description, organisationWss } = fields;
  const isMoved = organisationWss !== undefined && organisationWss !== organisation_id;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(isMoved ? { organisation_id: organisationWss, code: await claimCode(tx, "groups", organisationWss, name ?? row.name, code) } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("groups").set(changes).where("id", "=", id).execute();
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("groups").where("id", "=", id).execute();
}

type Group = Pick<GroupRow, "id" | "organisation_id">;

export async function addGroupRole(tx: Tx, group: Group, roleId: string): Promise<void> {
  await tx
    .insertInto("group_roles")
    .values({ organisation_id: group.organisation_id, group_id: group.id, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeGroupRole(tx: Tx, group: Group, roleId: string): Promise<void> {
  await tx.deleteFrom("group_roles").where("group_id", "=", group.id).where("role_id", "=", roleId).execute();
}
