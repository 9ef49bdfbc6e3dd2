import type { PageQuery, RoleSummary, SystemAccountCreate, UserInvite, UserUpdate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { shortCode } from "../code.ts";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";

export interface UserRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly type: "User" | "System account";
  readonly first_name: string;
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly code: string;
  readonly status: "invited" | "confirmed" | "active" | "disabled";
  readonly last_login_at: Date | null;
  readonly dashboard: unknown;
  readonly revision: number;
  readonly roles: readonly RoleSummary[];
}

function users(tx: Tx) {
  return tx
    .selectFrom("users")
    .select((select) => [
      "users.id",
      "users.organisation_id",
      "users.type",
      "users.first_name",
      "users.name",
      "users.description",
      "users.email",
      "users.code",
      "users.status",
      "users.last_login_at",
      "users.dashboard",
      "users.revision",
      jsonArrayFrom(
        select
          .selectFrom("user_roles")
          .innerJoin("roles", "roles.id", "user_roles.role_id")
          .whereRef("user_roles.user_id", "=", "users.id")
          .select(["roles.id as webSafeString", "roles.name", "roles.code"])
          .orderBy("roles.name"),
      ).as("roles"),
    ]);
}

export async function findUser(tx: Tx, id: string, lock: boolean): Promise<UserRow | undefined> {
  return users(tx)
    .where("users.id", "=", id)
    .$if(lock, (query) => query.forUpdate("users"))
    .executeTakeFirst();
}

const order = {
  sorts: {
    name: sql<string>`lower(users.name)`,
    firstName: sql<string>`lower(users.first_name)`,
    emailAddress: sql<string>`lower(users.email)`,
    type: sql<string>`users.type`,
    userStatus: sql<string>`users.status`,
  },
  id: sql<string>`users.id`,
};

export function listUsers(tx: Tx, query: PageQuery): Promise<Page<UserRow> | Refused> {
  const { search } = query;
  const matching = users(tx).$if(search !== undefined && search !== "", (select) =>
    select.where((where) =>
      where.or([
        where("users.name", "ilike", containing(search ?? "")),
        where("users.first_name", "ilike", containing(search ?? "")),
        where("users.email", "ilike", containing(search ?? "")),
      ]),
    ),
  );
  return readPage(matching, query, order);
}

export async function createUser(tx: Tx, fields: SystemAccountCreate | UserInvite): Promise<string> {
  const id = newId();
  await tx
    .insertInto("users")
    .values({
      id,
      organisation_id: fields.organisationWss,
      type: fields.type,
      first_name: fields.firstName,
      name: fields.name,
      description: fields.description,
      email: fields.emailAddress,
      code: shortCode(`${fields.firstName} ${fields.name}`),
      status: fields.type === "User" ? "invited" : "active",
    })
    .execute();
  return id;
}

export async function updateUser(tx: Tx, id: string, fields: UserUpdate): Promise<void> {
  const { firstName, name, description, emailAddress, userStatus } = fields;
  const changes = {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(emailAddress === undefined ? {} : { email: emailAddress }),
    // Who never signed in has nobody to be active as: enabling them again leaves the invitation open.
    ...(userStatus === "active"
      ? { status: sql<UserRow["status"]>`case when type = 'System account' or subject is not null then 'active' else 'invited' end` }
      : {}),
    ...(userStatus === "disabled" ? { status: "disabled" as const } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("users").set(changes).where("id", "=", id).execute();
}

export async function saveDashboard(tx: Tx, id: string, dashboard: unknown): Promise<void> {
  await tx
    .updateTable("users")
    .set({ dashboard: JSON.stringify(dashboard) })
    .where("id", "=", id)
    .execute();
}

export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("users").where("id", "=", id).execute();
}

export async function addRole(tx: Tx, user: UserRow, roleId: string): Promise<void> {
  await tx
    .insertInto("user_roles")
    .values({ organisation_id: user.organisation_id, user_id: user.id, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeRole(tx: Tx, user: UserRow, roleId: string): Promise<void> {
  await tx.deleteFrom("user_roles").where("user_id", "=", user.id).where("role_id", "=", roleId).execute();
}
