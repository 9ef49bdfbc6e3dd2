import { EVERY_PERMISSION, PROTECTED_CODE, starterRoles, type OrganisationUpdate, type PageQuery } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { freeCode } from "../code.ts";
import { addGroupRole, createGroup } from "../group/store.ts";
import { countLimit, findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { allowLongStatements } from "../long-statements.ts";
import type { Refused } from "../outcome.ts";
import { createRole } from "../role/store.ts";

export interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly use_airlock: boolean;
  readonly project_id: string;
  readonly revision: number;
  readonly created_at: Date;
  /** Counted up to the limit of lists. */
  readonly users: number;
  /** Of the service account, if there is one. Its encrypted file is not selected here. */
  readonly client_email: string | null;
  readonly account_project_id: string | null;
  readonly uploaded_at: Date | null;
  readonly uploaded_by_name: string | null;
  /** Of the S3 account, if there is one. */
  readonly s3_endpoint: string | null;
  readonly s3_region: string | null;
  readonly s3_access_key: string | null;
  readonly s3_buckets: string[] | null;
  readonly s3_stored_at: Date | null;
  readonly s3_stored_by_name: string | null;
}

function organisations(tx: Tx) {
  return tx
    .selectFrom("organisations")
    .leftJoin("service_accounts", "service_accounts.organisation_id", "organisations.id")
    .leftJoin("s3_accounts", "s3_accounts.organisation_id", "organisations.id")
    .select((select) => [
      "organisations.id",
      "organisations.name",
      "organisations.code",
      "organisations.use_airlock",
      "organisations.project_id",
      "organisations.revision",
      "organisations.created_at",
      select
        .selectFrom((some) =>
          some
            .selectFrom("users")
            .whereRef("users.organisation_id", "=", "organisations.id")
            .select("users.id")
            .limit(sql.lit(countLimit + 1))
            .as("some"),
        )
        .select(sql<number>`count(*)::int`.as("count"))
        .$asScalar()
        .$notNull()
        .as("users"),
      "service_accounts.client_email",
      "service_accounts.project_id as account_project_id",
      "service_accounts.updated_at as uploaded_at",
      "service_accounts.uploaded_by_name",
      "s3_accounts.endpoint as s3_endpoint",
      "s3_accounts.region as s3_region",
      "s3_accounts.access_key as s3_access_key",
      "s3_accounts.buckets as s3_buckets",
      "s3_accounts.updated_at as s3_stored_at",
      "s3_accounts.stored_by_name as s3_stored_by_name",
    ]);
}

export async function findOrganisation(tx: Tx, id: string, lock: boolean): Promise<OrganisationRow | undefined> {
  return organisations(tx)
    .where("organisations.id", "=", id)
    .$if(lock, (query) => query.forUpdate("organisations"))
    .executeTakeFirst();
}

const listView: ListView = {
  table: "organisations",
  scopes: ["own", "managed"],
  sorts: { name: "name", code: "code", createdDate: "id" },
  countedBy: "code",
};

export function listOrganisations(tx: Tx, actor: Actor, query: PageQuery): Promise<Page<OrganisationRow> | Refused> {
  const rowsOf = (ids: readonly string[]) =>
    organisations(tx)
      .where(sql<boolean>`organisations.id = any(${[...ids]})`)
      .execute();
  return findPage(tx, actor, query, listView, rowsOf);
}

/** Managed by the actor's own. Creates its ADMI role and group, which the database requires, and the starter roles. */
export async function createOrganisation(tx: Tx, actor: Actor, name: string): Promise<string> {
  const id = newId();
  const taken = await tx.selectFrom("organisations").select("code").execute();
  const code = freeCode(name, new Set(taken.map((row) => row.code)));
  await tx.insertInto("organisations").values({ id, name, code, managed_by: actor.organisationId }).execute();
  const administrators = { organisationId: id, code: PROTECTED_CODE };
  const roleId = await createRole(tx, {
    ...administrators,
    name: "Administrator",
    description: "May do everything.",
    permissions: [EVERY_PERMISSION],
  });
  const groupId = await createGroup(tx, {
    ...administrators,
    name: "Administrators",
    description: "Members are administrators, and so is everyone with the role Administrator.",
  });
  await addGroupRole(tx, { id: groupId, organisation_id: id }, roleId);
  for (const role of starterRoles) await createRole(tx, { organisationId: id, ...role });
  return id;
}

export async function updateOrganisation(tx: Tx, id: string, fields: OrganisationUpdate): Promise<void> {
  if (fields.name !== undefined) await tx.updateTable("organisations").set({ name: fields.name }).where("id", "=", id).execute();
}

export async function setStorage(
  tx: Tx,
  id: string,
  fields: { readonly use_airlock: boolean } | { readonly project_id: string },
): Promise<void> {
  await tx.updateTable("organisations").set(fields).where("id", "=", id).execute();
}

/** A new revision, for a change of what belongs to it. */
export async function touchOrganisation(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable("organisations")
    .set((update) => ({ name: update.ref("name") }))
    .where("id", "=", id)
    .execute();
}

/** Deletes it with all of its content. Returns the versions that runtimes may still have. The database refuses while one is serving. */
export async function deleteOrganisation(tx: Tx, id: string): Promise<readonly string[]> {
  // Its lists may have millions of rows.
  await allowLongStatements(tx);
  const ordered = await sql<{ version: string }>`select airlock.delete_managed_organisation(${id}) as version`.execute(tx);
  return ordered.rows.map(({ version }) => version);
}
