import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { newId } from "@airlock/platform";
import { sealS3Key, s3KeyOwner } from "@airlock/platform/s3-account";
import { createSecretBox, readMasterKeys } from "@airlock/platform/secrets";
import { Client } from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";

const environment = inject("environment");
const present = environment["AIRLOCK_SECRET_KEYS"] ?? "";
const fresh = `rotated-${newId()}:${randomBytes(32).toString("base64")}`;
const lost = `lost-${newId()}:${randomBytes(32).toString("base64")}`;
const organisationId = newId();
let owner: Client;

const rotate = (keys: string) =>
  promisify(execFile)("npm", ["run", "--silent", "secrets:rotate"], {
    env: { ...process.env, ...environment, AIRLOCK_SECRET_KEYS: keys, AIRLOCK_LOG_LEVEL: "info" },
  });

async function stored() {
  const { rows } = await owner.query<{ master_key: string; sealed_data_key: Buffer; sealed_file: Buffer; revision: number }>(
    "select master_key, sealed_data_key, sealed_file, revision from service_accounts where organisation_id = $1",
    [organisationId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("There is no service account.");
  return { ...row, sealed: { masterKey: row.master_key, sealedDataKey: row.sealed_data_key, sealed: row.sealed_file } };
}

async function storedS3Key() {
  const { rows } = await owner.query<{ masterKey: string; sealedDataKey: Buffer; sealed: Buffer }>(
    'select master_key as "masterKey", sealed_data_key as "sealedDataKey", sealed_secret_key as sealed from s3_accounts where organisation_id = $1',
    [organisationId],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("There is no S3 account.");
  return row;
}

beforeAll(async () => {
  owner = new Client({ connectionString: environment["AIRLOCK_POSTGRES_MIGRATION_URL"] });
  await owner.connect();
  const { masterKey, sealedDataKey, sealed } = createSecretBox(readMasterKeys(present)).seal("a key file", organisationId);
  await owner.query("begin");
  await owner.query(
    "insert into organisations (id, name, code, managed_by) select $1, 'Sealed', 'SEAL', id from organisations where managed_by is null limit 1",
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
     values ($1, 'a@b.test', 'project', $2, $3, $4)`,
    [organisationId, masterKey, sealedDataKey, sealed],
  );
  const s3 = sealS3Key(createSecretBox(readMasterKeys(present)), organisationId, "a secret key");
  await owner.query(
    `insert into s3_accounts (organisation_id, endpoint, region, access_key, buckets, master_key, sealed_data_key, sealed_secret_key)
     values ($1, 'https://s3.example.com', 'eu-central-1', 'key', '{loans}', $2, $3, $4)`,
    [organisationId, s3.masterKey, s3.sealedDataKey, s3.sealed],
  );
  await owner.query("commit");
});
afterAll(async () => {
  await owner.query("delete from organisations where id = $1", [organisationId]);
  await owner.end();
});

test("secrets:rotate encrypts everything with the new master key while both are configured, and the old one can be removed", async () => {
  const before = await stored();
  const { stdout } = await rotate(`${fresh},${present}`);
  expect(stdout).toContain('"unreadable":0');
  const after = await stored();
  expect(after.master_key).toBe(fresh.split(":")[0]);
  expect(after.sealed_file.equals(before.sealed_file)).toBe(true);
  // The rotation is not an edit of the account.
  expect(after.revision).toBe(before.revision);
  expect(createSecretBox(readMasterKeys(fresh)).open(after.sealed, organisationId)).toBe("a key file");
  expect(() => createSecretBox(readMasterKeys(present)).open(after.sealed, organisationId)).toThrow("is not configured");
  expect(createSecretBox(readMasterKeys(fresh)).open(await storedS3Key(), s3KeyOwner(organisationId))).toBe("a secret key");
  // Secrets must not be printed: the output has only counts and ids.
  expect(stdout).not.toContain("a key file");
  await rotate(`${present},${fresh}`);
  expect(createSecretBox(readMasterKeys(present)).open((await stored()).sealed, organisationId)).toBe("a key file");
});

test("a secret whose master key is not configured is reported and not changed", async () => {
  const before = await stored();
  await expect(rotate(lost)).rejects.toMatchObject({ code: 1 });
  expect(await stored()).toEqual(before);
});
