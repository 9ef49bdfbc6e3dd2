import type { PageQuery, Permission } from "@airlock/contract";
import { expandPermissions } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { isBeyond } from "../rights.ts";
import type { GroupRow } from "./store.ts";

export interface MemberRow {
  readonly id: string;
  readonly first_name: string;
  readonly name: string;
  readonly email: string;
  readonly beyond_own: boolean;
}

const order = {
  sorts: { name: sql<string>`lower(users.name)`, emailAddress: sql<string>`lower(users.email)` },
  id: sql<string>`users.id`,
};

export function listMembers(tx: Tx, actor: Actor, groupId: string, query: PageQuery): Promise<Page<MemberRow> | Refused> {
  const members = tx
    .selectFrom("group_members")
    .innerJoin("users", "users.id", "group_members.user_id")
    .where("group_members.group_id", "=", groupId)
    .select(["users.id", "users.first_name", "users.name", "users.email"])
    .select(isBeyond(actor, sql.ref("users.id")).as("beyond_own"));
  return readPage(members, query, order);
}

export async function addMember(tx: Tx, group: GroupRow, userId: string): Promise<void> {
  await tx
    .insertInto("group_members")
    .values({ organisation_id: group.organisation_id, group_id: group.id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeMember(tx: Tx, group: GroupRow, userId: string): Promise<void> {
  await tx.deleteFrom("group_members").where("group_id", "=", group.id).where("user_id", "=", userId).execute();
}

/** The permissions that membership grants. */
export async function permissionsGiven(tx: Tx, groupId: string): Promise<readonly Permission[]> {
  const rows = await tx
    .selectFrom("group_roles")
    .innerJoin("roles", "roles.id", "group_roles.role_id")
    .where("group_roles.group_id", "=", groupId)
    .select("roles.permissions")
    .execute();
  return expandPermissions(rows.flatMap((row) => row.permissions));
}

/** The group's system accounts, whose keys change with its roles. */
export async function accountsIn(tx: Tx, groupId: string): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom("group_members")
    .innerJoin("users", "users.id", "group_members.user_id")
    .where("group_members.group_id", "=", groupId)
    .where("users.type", "=", "System account")
    .select("users.id")
    .execute();
  return rows.map((row) => row.id);
}
