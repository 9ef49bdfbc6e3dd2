import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import type { ActionName } from "@airlock/contract";
import { bucketSettings, newId, readConfig } from "@airlock/platform";
import { bucketOf } from "@airlock/platform/bucket-of";
import { afterAll, beforeAll, expect, test } from "vitest";
import { port } from "../../services/instance.ts";
import { killPart, startParts } from "../../services/lifecycle.ts";
import { s3Settings } from "../../services/parts/s3.ts";
import { restart } from "../../services/stack.ts";
import { administrator, instance, place, setting } from "../support/behind.ts";
import { Refusal, type Call, type Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { organisationAdministrator } from "../support/warehouse-person.ts";

/** Api and worker may connect to the S3 server of the tests, and to one that redirects. */
const s3Port = port(instance, "s3");
const { AIRLOCK_S3_ACCESS_KEY: accessKey, AIRLOCK_S3_SECRET_KEY: secretKey, AIRLOCK_S3_REGION: region } = s3Settings(instance);
const bucketName = `loans-${newId().toLowerCase()}`;
const bucket = bucketOf(readConfig(bucketSettings, { ...s3Settings(instance), AIRLOCK_BUCKET: bucketName }));
const redirected: string[] = [];
const inner = createServer((request, response) => {
  redirected.push(request.url ?? "");
  response.end("metadata");
});
const portOf = (server: typeof inner) => (server.address() as AddressInfo).port;
const outer = createServer((_, response) => response.writeHead(307, { location: `http://127.0.0.1:${portOf(inner)}/latest` }).end());

let admin: Caller;
let organisationId: string;
let other: Caller;

const csv = "id,age,income\nL-1,34,1200.5\nL-2,,900\n";
const parquet = readFileSync(join(import.meta.dirname, "../../packages/platform/src/files/parquet/fixtures/codec-none.parquet"));
const put = (name: string, content: string | Buffer) =>
  bucket.write(name, Readable.from([Buffer.from(content)]), "application/octet-stream");

// The first run builds the server.
beforeAll(async () => {
  await startParts(instance, ["s3"]);
  for (const server of [inner, outer]) await new Promise<void>((up) => server.listen(0, "127.0.0.1", up));
  const env = { AIRLOCK_EGRESS_ALLOW: `127.0.0.1:${s3Port},127.0.0.1:${portOf(outer)}` };
  for (const process of ["api", "worker"]) await restart(instance, process, { env });
  await put("2026/loans.csv", csv);
  await put("loans.parquet", parquet);
  await put("notes.pdf", "no table");
  const root = await administrator();
  const at = { ...place, publicUrl: setting("AIRLOCK_PUBLIC_URL"), ownerUrl: setting("AIRLOCK_POSTGRES_MIGRATION_URL") };
  ({ caller: admin, organisationId } = await organisationAdministrator(at, root, `S3 ${newId()}`));
  ({ caller: other } = await organisationAdministrator(at, root, `Without S3 ${newId()}`));
}, 1_800_000);
afterAll(async () => {
  for (const server of [inner, outer]) server.close();
  for (const process of ["api", "worker"]) await restart(instance, process);
  await killPart(instance, "s3");
});

const account = (changes: object = {}) => ({
  endpoint: `http://127.0.0.1:${s3Port}`,
  region,
  accessKey,
  secretKey,
  buckets: [bucketName],
  ...changes,
});
const store = async (changes: object = {}) =>
  (await admin.do("organisation.s3Account", { at: { organisationId }, body: account(changes) }))._embedded;
const inBucket = { bucket: bucketName, projectId: "s3" };

async function refusalOf(caller: Caller, name: ActionName, call: Call): Promise<{ readonly code: string; readonly text: string }> {
  const error: unknown = await caller.do(name, call).then(
    () => undefined,
    (refused: unknown) => refused,
  );
  if (!(error instanceof Refusal) || error.problem === undefined) throw new Error(`${name} was not refused.`, { cause: error });
  return { code: error.problem.code, text: error.message };
}

async function addDatasource(fileName: string, projectId = "s3") {
  const definition = (await admin.do("bucket.definition", { body: { ...inBucket, fileName } }))._embedded.definition;
  const columns = definition?.columns.map(({ name, type }) => ({ name, type })) ?? [];
  const selectedColumns = columns.map(({ name }) => name);
  const file = { projectId, fileName: `s3://${bucketName}/${fileName}`, columns, selectedColumns };
  return (await admin.do("datasources.create", { body: { type: "LinkedStorage", name: fileName, ...file } }))._embedded;
}
const ended = (importId: string) =>
  eventually("the import ends", async () => {
    const run = (await admin.do("import.read", { at: { importId } }))._embedded;
    return ["waiting", "running"].includes(run.status) ? undefined : run;
  });

test("buckets are offered beside Airlock's own, their tables are listed, and the secret key is returned nowhere", async () => {
  const stored = await store();
  expect(stored.s3Account).toMatchObject({
    endpoint: `http://127.0.0.1:${s3Port}`,
    region,
    accessKey,
    buckets: [bucketName],
    storedBy: "Wiebe Huis",
  });
  const listed = await admin.do("buckets.list");
  expect(listed.items.map(({ _embedded }) => _embedded)).toEqual([
    { id: "airlock", name: "Airlock", projectId: "airlock" },
    { id: bucketName, name: bucketName, projectId: "s3" },
  ]);
  const files = (await admin.do("bucket.files", { body: inBucket })).items.map(({ _embedded }) => _embedded);
  expect(files.map(({ name, length }) => [name, length])).toEqual([
    ["2026/loans.csv", csv.length],
    ["loans.parquet", parquet.length],
  ]);
  const tested = await admin.do("organisation.s3Account.test", { at: { organisationId } });
  expect(tested._embedded).toMatchObject({ ok: true, checks: [{ what: "buckets", ok: true, seen: [bucketName] }] });
  const texts = [stored, listed, tested, await admin.do("organisation.read", { at: { organisationId } }), await admin.do("audit.list")];
  const audit = JSON.stringify(texts.at(-1));
  expect(audit).toContain("s3Account");
  expect(audit).toContain(accessKey);
  const named = (await admin.do("audit.list")).items.map(({ _embedded }) => _embedded).filter(({ noun }) => noun === "s3Account");
  expect(named.map(({ recordName }) => recordName)).toEqual([`http://127.0.0.1:${s3Port}`]);
  for (const text of texts) expect(JSON.stringify(text)).not.toContain(secretKey);
});

test("a CSV file is described and imported, and another server's answer to a redirect is never read", async () => {
  await store();
  const { webSafeString: datasourceId, importWss, fileName, projectId } = await addDatasource("2026/loans.csv");
  expect([fileName, projectId]).toEqual([`s3://${bucketName}/2026/loans.csv`, "s3"]);
  expect(await ended(importWss ?? "")).toMatchObject({ status: "done", rows: 2, rejectedRows: 0, bytes: csv.length });
  const { records, columns } = (await admin.do("datasource.metadata", { at: { datasourceId } }))._embedded;
  expect(columns.map(({ type }) => type)).toEqual(["STRING", "INTEGER", "FLOAT"]);
  expect(records).toEqual([
    ["L-1", "34", "1200.5"],
    ["L-2", null, "900"],
  ]);
  // The file is the organisation's.
  await admin.do("datasource.delete", { at: { datasourceId }, body: { deleteData: true } });
  expect(await bucket.stat("2026/loans.csv")).toMatchObject({ length: csv.length });

  await store({ endpoint: `http://127.0.0.1:${portOf(outer)}` });
  const refused = await refusalOf(admin, "bucket.files", { body: inBucket });
  expect(refused.code).toBe("STORAGE_UNAVAILABLE");
  expect(refused.text).toContain("redirects to another address");
  expect(redirected).toEqual([]);
});

test("a Parquet file is described and imported", async () => {
  await store();
  const { importWss } = await addDatasource("loans.parquet");
  expect(await ended(importWss ?? "")).toMatchObject({ status: "done", rows: 4, rejectedRows: 0 });
});

test("wrong credentials and a bucket that is gone are reported", async () => {
  await store({ secretKey: "another-secret-key" });
  const wrong = await refusalOf(admin, "bucket.files", { body: inBucket });
  expect(wrong.text).toContain("does not accept the access key");
  const tested = await admin.do("organisation.s3Account.test", { at: { organisationId } });
  expect(tested._embedded).toMatchObject({ ok: false, checks: [{ what: "buckets", ok: false, seen: [] }] });
  await store({ buckets: [bucketName, "gone-for-good"] });
  const gone = await refusalOf(admin, "bucket.files", { body: { ...inBucket, bucket: "gone-for-good" } });
  expect(gone).toMatchObject({ code: "STORAGE_UNAVAILABLE" });
  expect(gone.text).toContain("has no bucket gone-for-good");
  // One that exists there but was not named.
  await store({ buckets: ["gone-for-good"] });
  expect((await refusalOf(admin, "bucket.files", { body: inBucket })).code).toBe("BUCKET_NOT_FOUND");
});

test("addresses inside the network, and Airlock's own bucket, are refused when they are saved", async () => {
  for (const endpoint of ["http://127.0.0.1:1", "https://10.0.0.7", "http://169.254.169.254", "https://localhost", "https://[::1]:9000"]) {
    const refused = await refusalOf(admin, "organisation.s3Account", { at: { organisationId }, body: account({ endpoint }) });
    expect(refused.code, endpoint).toBe("SOURCE_NOT_ALLOWED");
    expect(refused.text).toContain("AIRLOCK_EGRESS_ALLOW");
  }
  const own = setting("AIRLOCK_BUCKET");
  for (const changes of [
    { buckets: [own] },
    { endpoint: `https://${own}.s3.eu-west-1.amazonaws.com` },
    { endpoint: "https://1.2.3.999" },
    { buckets: ["loans--usw2-az1--x-s3"] },
  ]) {
    const refused = await refusalOf(admin, "organisation.s3Account", { at: { organisationId }, body: account(changes) });
    expect(refused.code, JSON.stringify(changes)).toBe("INVALID_REQUEST");
  }
});

test("a stored secret key is not used with another endpoint or access key", async () => {
  await store();
  const without = (changes: object) => ({ at: { organisationId }, body: { ...account(changes), secretKey: undefined } });
  for (const changes of [{ endpoint: `http://127.0.0.1:${portOf(outer)}` }, { accessKey: "another" }]) {
    expect((await refusalOf(admin, "organisation.s3Account", without(changes))).code).toBe("S3_SECRET_KEY_REQUIRED");
  }
  const { revision } = (await admin.do("organisation.s3Account", without({ region: "us-east-1" })))._embedded;
  expect((await admin.do("bucket.files", { body: inBucket })).items).toHaveLength(2);
  const stale = { at: { organisationId }, body: account({ revision: revision - 1 }) };
  expect((await refusalOf(admin, "organisation.s3Account", stale)).code).toBe("EDIT_CONFLICT");
});

test("another organisation neither sees nor reads the buckets", async () => {
  await store();
  expect((await other.do("buckets.list")).items.map(({ _embedded }) => _embedded.id)).toEqual(["airlock"]);
  const fileName = "2026/loans.csv";
  expect((await refusalOf(other, "bucket.files", { body: inBucket })).code).toBe("BUCKET_NOT_FOUND");
  expect((await refusalOf(other, "bucket.definition", { body: { ...inBucket, fileName } })).code).toBe("BUCKET_NOT_FOUND");
  for (const name of ["organisation.s3Account.test", "organisation.s3Account.delete"] as const) {
    expect((await refusalOf(other, name, { at: { organisationId } })).code).toBe("ORGANISATION_NOT_FOUND");
  }
  // Airlock's own storage is not reached by the address of a file on S3, nor the other way round.
  const columns = [{ name: "id", type: "STRING" }];
  for (const file of [
    { projectId: "airlock", fileName: `s3://airlock/${fileName}` },
    { projectId: "s3", fileName: `gs://${bucketName}/${fileName}` },
  ]) {
    const body = { type: "LinkedStorage", name: "Mixed", ...file, columns, selectedColumns: ["id"] };
    expect((await refusalOf(admin, "datasources.create", { body })).code).toBe("BUCKET_NOT_FOUND");
  }
});

test("without the account its buckets are no longer offered", async () => {
  await store();
  expect((await admin.do("organisation.s3Account.delete", { at: { organisationId } }))._embedded.s3Account).toBe(null);
  expect((await admin.do("buckets.list")).items).toHaveLength(1);
  expect((await refusalOf(admin, "bucket.files", { body: inBucket })).code).toBe("BUCKET_NOT_FOUND");
  expect((await refusalOf(admin, "organisation.s3Account.test", { at: { organisationId } })).code).toBe("S3_ACCOUNT_MISSING");
});
