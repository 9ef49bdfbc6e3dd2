import type { RoleSummary, SystemAccountCreate, UserInvite, UserQuery, UserUpdate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import { shortCode } from "../code.ts";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { isBeyond } from "../rights.ts";

export interface UserRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly type: "User" | "System account";
  readonly first_name: string;
  readonly name: string;
  readonly description: string;
  readonly email: string;
  readonly code: string;
  readonly status: "invited" | "confirmed" | "declined" | "active" | "disabled";
  readonly last_login_at: Date | null;
  readonly dashboard: unknown;
  readonly revision: number;
  readonly created_at: Date;
  readonly organisation_name: string;
  /** Of the last invitation whose link was not opened. */
  readonly invited_at: Date | null;
  readonly invitation_expires_at: Date | null;
  readonly roles: readonly RoleSummary[];
  /** Whether the user has a permission that the caller does not. */
  readonly beyond_own: boolean;
}

function users(tx: Tx, actor: Actor) {
  return tx
    .selectFrom("users")
    .innerJoin("organisations", "organisations.id", "users.organisation_id")
    .leftJoinLateral(
      (open) =>
        open
          .selectFrom("activation_keys")
          .whereRef("activation_keys.user_id", "=", "users.id")
          .where("activation_keys.used_at", "is", null)
          .where("activation_keys.replaced_at", "is", null)
          .select(["activation_keys.created_at", "activation_keys.expires_at"])
          .orderBy("activation_keys.created_at", "desc")
          .limit(1)
          .as("invitation"),
      (join) => join.onTrue(),
    )
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
      "users.created_at",
      "organisations.name as organisation_name",
      "invitation.created_at as invited_at",
      "invitation.expires_at as invitation_expires_at",
      jsonArrayFrom(
        select
          .selectFrom("user_roles")
          .innerJoin("roles", "roles.id", "user_roles.role_id")
          .whereRef("user_roles.user_id", "=", "users.id")
          .select(["roles.id as webSafeString", "roles.name", "roles.code"])
          .orderBy("roles.name"),
      ).as("roles"),
      isBeyond(actor, sql.ref("users.id")).as("beyond_own"),
    ]);
}

export async function findUser(tx: Tx, id: string, lock: boolean, actor: Actor): Promise<UserRow | undefined> {
  return users(tx, actor)
    .where("users.id", "=", id)
    .$if(lock, (query) => query.forUpdate("users"))
    .executeTakeFirst();
}

/** The user with this address in the organisation. Only system accounts may share an address. */
export async function holderOf(
  tx: Tx,
  organisationId: string,
  email: string,
): Promise<Pick<UserRow, "id" | "first_name" | "name"> | undefined> {
  return tx
    .selectFrom("users")
    .select(["id", "first_name", "name"])
    .where("organisation_id", "=", organisationId)
    .where("type", "=", "User")
    .where(sql`lower(email)`, "=", email.toLowerCase())
    .executeTakeFirst();
}

/** Empty if there is no such user. */
export async function nameOf(tx: Tx, id: string): Promise<string> {
  const found = await tx.selectFrom("users").select(["first_name", "name"]).where("id", "=", id).executeTakeFirst();
  return found === undefined ? "" : `${found.first_name} ${found.name}`.trim();
}

const listView: ListView = {
  table: "users",
  scopes: ["own", "managed"],
  sorts: {
    // As the console shows users.
    fullName: "full_name",
    name: "name",
    firstName: "first_name",
    emailAddress: "email",
    type: "type",
    userStatus: "status",
    lastLoginDate: "last_login",
    createdDate: "id",
  },
  types: { last_login: "timestamptz" },
  countedBy: "status",
};

export function listUsers(tx: Tx, actor: Actor, query: UserQuery): Promise<Page<UserRow> | Refused> {
  const { organisationWss, type, userStatus } = query;
  const conditions = [
    ...(organisationWss === undefined ? [] : [sql<boolean>`organisation_id = ${organisationWss}`]),
    ...(type === undefined ? [] : [sql<boolean>`type = ${type}`]),
    ...(userStatus === undefined ? [] : [sql<boolean>`status = ${userStatus}`]),
  ];
  const rowsOf = (ids: readonly string[]) =>
    users(tx, actor)
      .where(sql<boolean>`users.id = any(${[...ids]})`)
      .execute();
  return findPage(tx, actor, query, listView, rowsOf, conditions);
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
    // A user who never signed in cannot be active: enabling them again leaves the invitation open.
    ...(userStatus === "active"
      ? {
          status: sql<UserRow["status"]>`case
            when status <> 'disabled' then status
            when type = 'System account' or subject is not null then 'active'
            else 'invited'
          end`,
        }
      : {}),
    ...(userStatus === "disabled" ? { status: "disabled" as const } : {}),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("users").set(changes).where("id", "=", id).execute();
}

/** Inviting a person who declined opens the invitation again. */
export async function reopenInvitation(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("users").set({ status: "invited" }).where("id", "=", id).where("status", "=", "declined").execute();
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

export async function addRole(tx: Tx, user: Pick<UserRow, "id" | "organisation_id">, roleId: string): Promise<void> {
  await tx
    .insertInto("user_roles")
    .values({ organisation_id: user.organisation_id, user_id: user.id, role_id: roleId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeRole(tx: Tx, user: UserRow, roleId: string): Promise<void> {
  await tx.deleteFrom("user_roles").where("user_id", "=", user.id).where("role_id", "=", roleId).execute();
}
