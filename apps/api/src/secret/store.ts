import type { PageQuery, SecretCreate, SecretUpdate } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { webSecretOwner, type SecretBox } from "@airlock/platform/secrets";
import { sql } from "kysely";
import { containing, readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";

export interface SecretRow {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly hosts: readonly string[];
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
}

function secrets(tx: Tx) {
  return tx.selectFrom("secrets").select(["id", "organisation_id", "name", "hosts", "created_at", "updated_at", "revision"]);
}

const order = {
  sorts: { name: sql<string>`lower(secrets.name)`, createdDate: sql<string>`secrets.id` },
  id: sql<string>`secrets.id`,
};

export function listSecrets(tx: Tx, query: PageQuery): Promise<Page<SecretRow> | Refused> {
  const { search } = query;
  const matching = secrets(tx).$if(search !== undefined && search !== "", (select) =>
    select.where((where) =>
      where.or([
        where("name", "ilike", containing(search ?? "")),
        where(sql<string>`array_to_string(hosts, ' ')`, "ilike", containing(search ?? "")),
      ]),
    ),
  );
  return readPage(matching, query, order);
}

export async function findSecret(tx: Tx, id: string, lock: boolean): Promise<SecretRow | undefined> {
  return secrets(tx)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function isNameTaken(tx: Tx, name: string, exceptId: string): Promise<boolean> {
  return (await secrets(tx).where("name", "=", name).where("id", "<>", exceptId).executeTakeFirst()) !== undefined;
}

/** The names that flows of this organisation may use. */
export async function secretNames(tx: Tx): Promise<ReadonlySet<string>> {
  return new Set((await tx.selectFrom("secrets").select("name").execute()).map(({ name }) => name));
}

export async function createSecret(tx: Tx, box: SecretBox, organisationId: string, fields: SecretCreate): Promise<string> {
  const id = newId();
  const values = { id, organisation_id: organisationId, name: fields.name, hosts: distinct(fields.hosts) };
  await tx
    .insertInto("secrets")
    .values({ ...values, ...sealed(box, organisationId, id, fields.value) })
    .execute();
  return id;
}

export async function updateSecret(tx: Tx, box: SecretBox, row: SecretRow, fields: SecretUpdate): Promise<void> {
  const { name, hosts, value } = fields;
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(hosts === undefined ? {} : { hosts: distinct(hosts) }),
    ...(value === undefined ? {} : sealed(box, row.organisation_id, row.id, value)),
  };
  if (Object.keys(changes).length > 0) await tx.updateTable("secrets").set(changes).where("id", "=", row.id).execute();
}

export async function deleteSecret(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("secrets").where("id", "=", id).execute();
}

function sealed(box: SecretBox, organisationId: string, id: string, value: string) {
  const made = box.seal(value, webSecretOwner(organisationId, id));
  return { master_key: made.masterKey, sealed_data_key: made.sealedDataKey, sealed_value: made.sealed };
}

function distinct(hosts: readonly string[]): string[] {
  return [...new Set(hosts)];
}
