import { EVERY_PERMISSION, PROTECTED_CODE, type OrganisationUpdate, type PageQuery } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { freeCode } from "../code.ts";
import { addGroupRole, createGroup } from "../group/store.ts";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";
import { createRole } from "../role/store.ts";

export interface OrganisationRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly use_airlock: boolean;
  readonly project_id: string;
  readonly revision: number;
}

function organisations(tx: Tx) {
  return tx
    .selectFrom("organisations")
    .select([
      "organisations.id",
      "organisations.name",
      "organisations.code",
      "organisations.use_airlock",
      "organisations.project_id",
      "organisations.revision",
    ]);
}

export async function findOrganisation(tx: Tx, id: string, lock: boolean): Promise<OrganisationRow | undefined> {
  return organisations(tx)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

const order = {
  sorts: { name: sql<string>`lower(organisations.name)`, code: sql<string>`organisations.code` },
  id: sql<string>`organisations.id`,
};

export function listOrganisations(tx: Tx, query: PageQuery): Promise<Page<OrganisationRow> | Refused> {
  const { search } = query;
  const matching = organisations(tx).$if(search !== undefined && search !== "", (select) =>
    select.where("organisations.name", "ilike", containing(search ?? "")),
  );
  return readPage(matching, query, order);
}

/** Managed by the actor's own. Its ADMI role and group come with it: the database does not take an organisation without. */
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
    description: "Whoever is in it is an administrator.",
  });
  await addGroupRole(tx, { id: groupId, organisation_id: id }, roleId);
  return id;
}

export async function updateOrganisation(tx: Tx, id: string, fields: OrganisationUpdate): Promise<void> {
  if (fields.name !== undefined) await tx.updateTable("organisations").set({ name: fields.name }).where("id", "=", id).execute();
}

export async function deleteOrganisation(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("organisations").where("id", "=", id).execute();
}
