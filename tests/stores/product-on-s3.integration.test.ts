import { actionNamed, basePath, expandPath } from "@airlock/contract";
import { bucketSettings, readConfig } from "@airlock/platform";
import { bucketOf } from "@airlock/platform/bucket-of";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { ownFiles } from "@airlock/platform/file-source";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { killPart, startParts } from "../../services/lifecycle.ts";
import { s3Settings } from "../../services/parts/s3.ts";
import { restart } from "../../services/stack.ts";
import { administrator, instance, openClickHouse, place } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { seedExecutions, serveExample } from "../support/seed-executions.ts";

/** Api and worker with their own bucket on S3; the other servers are those of all integration tests. */
const env = { ...s3Settings(instance), AIRLOCK_BUCKET: "product-test" };
const bucket = bucketOf(readConfig(bucketSettings, { ...inject("environment"), ...env }));
let admin: Caller;
let organisationId: string;
let clickhouse: ClickHouse;

// The first run builds the server.
beforeAll(async () => {
  await startParts(instance, ["s3"]);
  for (const process of ["api", "worker"]) await restart(instance, process, { env });
  admin = await administrator();
  organisationId = (await admin.do("profile.read"))._embedded.organisationWss;
  clickhouse = openClickHouse();
}, 1_800_000);
afterAll(async () => {
  // First: tests of other files use the same processes, also if the start failed.
  for (const process of ["api", "worker"]) await restart(instance, process);
  await killPart(instance, "s3");
  await clickhouse.close();
});

const sizes = { browser: 6 * 1024 ** 2, smallest: 256 * 1024 };

async function begin(fileName: string, length: number) {
  return (await admin.do("uploads.create", { body: { fileName, length } }))._embedded;
}
async function add(uploadId: string, from: number, piece: Buffer): Promise<void> {
  const address = new URL(`${basePath}${expandPath(actionNamed("upload.add").path, { uploadId })}?from=${from}`, place.url);
  const headers = { Authorization: `Bearer ${admin.bearer}`, "Content-Type": "application/octet-stream" };
  const sent = await fetch(address, { method: "PUT", headers, body: new Uint8Array(piece) });
  expect(sent.status, await sent.text()).toBe(200);
}
const objects = async (prefix: string) => (await bucket.list(prefix, 100)).map(({ name }) => name);

test("an uploaded CSV file becomes a datasource, and is deleted with it", async () => {
  const rows = 200_000;
  const lines = Array.from({ length: rows }, (_, at) => `NL-${100_000 + at},${18 + (at % 60)},"some words, and more of them"\n`);
  const content = Buffer.from(`id,age,note\n${lines.join("")}`);
  expect(content.length).toBeGreaterThan(sizes.browser);
  const { webSafeString: uploadId, fileName } = await begin("On S3.csv", content.length);
  await add(uploadId, 0, content.subarray(0, sizes.browser));
  await add(uploadId, sizes.browser, content.subarray(sizes.browser));
  expect(await objects(ownFiles(organisationId))).toEqual([ownFiles(organisationId) + fileName]);

  const file = { bucket: "airlock", projectId: "airlock", fileName };
  const { definition } = (await admin.do("bucket.definition", { body: file }))._embedded;
  expect(definition?.columns.map(({ name, type }) => `${name} ${type}`)).toEqual(["id STRING", "age INTEGER", "note STRING"]);
  const columns = definition?.columns.map(({ name, type }) => ({ name, type })) ?? [];
  const selectedColumns = columns.map(({ name }) => name);
  const body = {
    type: "LinkedStorage",
    name: "On S3",
    projectId: "airlock",
    fileName: `gs://airlock/${fileName}`,
    columns,
    selectedColumns,
  };
  const { webSafeString: datasourceId, importWss } = (await admin.do("datasources.create", { body }))._embedded;
  const ended = await eventually("the import ends", async () => {
    const run = (await admin.do("import.read", { at: { importId: importWss ?? "" } }))._embedded;
    return ["waiting", "running"].includes(run.status) ? undefined : run;
  });
  expect(ended).toMatchObject({ status: "done", rows, rejectedRows: 0, bytes: content.length, message: "" });
  const { records } = (await admin.do("datasource.metadata", { at: { datasourceId } }))._embedded;
  expect(records[1]).toEqual(["NL-100001", "19", "some words, and more of them"]);

  await admin.do("datasource.delete", { at: { datasourceId }, body: { deleteData: true } });
  await expect.poll(() => objects(ownFiles(organisationId))).toEqual([]);
});

test("a cancelled upload leaves nothing in the bucket", async () => {
  const { webSafeString: uploadId } = await begin("Cancelled.csv", 10 * sizes.smallest);
  await add(uploadId, 0, Buffer.alloc(sizes.smallest, "a,b\n"));
  const tails = `organisations/${organisationId}/uploads/`;
  expect(await objects(tails)).toHaveLength(1);
  await admin.do("upload.cancel", { at: { uploadId } });
  expect([await objects(tails), await objects(ownFiles(organisationId))]).toEqual([[], []]);
});

test("executions are exported to the bucket, downloaded, and deleted", async () => {
  const served = await serveExample(admin);
  await seedExecutions({ ...served, clickhouse, count: 2_000 });
  const { webSafeString: exportId } = (await admin.do("exports.create", { body: { format: "csv", versions: served.versionIds.join(",") } }))
    ._embedded;
  const done = await eventually("the export ends", async () => {
    const now = (await admin.do("export.read", { at: { exportId } }))._embedded;
    return ["waiting", "running"].includes(now.status) ? undefined : now;
  });
  expect(done).toMatchObject({ status: "done", rows: 2_000 });
  expect(await objects(`organisations/${organisationId}/exports/`)).toHaveLength(1);
  const response = await admin.send("export.file", { at: { exportId } });
  const text = await response.text();
  expect([response.status, Number(response.headers.get("content-length")), text.trim().split("\n").length]).toEqual([
    200,
    Buffer.byteLength(text),
    2_001,
  ]);
  await admin.do("export.delete", { at: { exportId } });
  await expect.poll(() => objects(`organisations/${organisationId}/exports/`)).toEqual([]);
});
