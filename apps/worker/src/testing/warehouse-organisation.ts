import { generateKeyPairSync } from "node:crypto";
import { newId } from "@airlock/platform";
import type { SecretBox } from "@airlock/platform/secrets";
import type { ServiceAccount } from "@airlock/platform/service-account";
import { Client } from "pg";

/** An organisation with data in its own BigQuery. */
export interface WarehouseOrganisation {
  readonly organisationId: string;
  readonly account: ServiceAccount;
}

/** Written as the database's owner, to skip the setup through the api. */
export async function newWarehouseOrganisation(ownerUrl: string, secrets: SecretBox): Promise<WarehouseOrganisation> {
  const organisationId = newId();
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const account: ServiceAccount = {
    clientEmail: `reader-${organisationId.toLowerCase()}@airlock.iam.gserviceaccount.com`,
    projectId: "airlock",
    privateKeyId: organisationId,
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
  const sealed = secrets.seal(JSON.stringify(account), organisationId);
  await asOwner(ownerUrl, async (owner) => {
    await owner.query("begin");
    await owner.query(
      `insert into organisations (id, name, code, managed_by, use_airlock)
       select $1, 'Warehouse', $1, id, false from organisations where managed_by is null limit 1`,
      [organisationId],
    );
    await owner.query("insert into roles (id, organisation_id, name, code, permissions) values ($1, $2, 'A', 'ADMI', '{*}')", [
      newId(),
      organisationId,
    ]);
    await owner.query("insert into groups (id, organisation_id, name, code) values ($1, $2, 'A', 'ADMI')", [newId(), organisationId]);
    await owner.query(
      `insert into group_roles (organisation_id, group_id, role_id)
       select g.organisation_id, g.id, r.id from groups g join roles r using (organisation_id) where g.organisation_id = $1`,
      [organisationId],
    );
    await owner.query(
      `insert into service_accounts (organisation_id, client_email, project_id, master_key, sealed_data_key, sealed_file)
       values ($1, $2, $3, $4, $5, $6)`,
      [organisationId, account.clientEmail, account.projectId, sealed.masterKey, sealed.sealedDataKey, sealed.sealed],
    );
    await owner.query("commit");
  });
  return { organisationId, account };
}

export interface WarehouseTable {
  readonly dataset: string;
  readonly table: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
}

/** Registers a table as `POST /datasources` does. */
export async function newTableDatasource(
  ownerUrl: string,
  organisationId: string,
  { dataset, table, columns }: WarehouseTable,
): Promise<string> {
  const id = newId();
  const described = columns.map(({ name, type }, at) => ({ name, key: `c${at}`, type }));
  await asOwner(ownerUrl, (owner) =>
    owner.query(
      `insert into datasources (id, organisation_id, name, type, table_name, project_id, dataset, columns, selected_columns, status)
       values ($1, $2, 'Loans', 'BigQuery', $3, 'airlock', $4, $5, $6, 'ready')`,
      [id, organisationId, table, dataset, JSON.stringify(described), columns.map(({ name }) => name)],
    ),
  );
  return id;
}

export async function asOwner<T>(ownerUrl: string, work: (owner: Client) => Promise<T>): Promise<T> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}
