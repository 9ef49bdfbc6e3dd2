import { Readable } from "node:stream";
import { newId } from "@airlock/platform";
import { datasourceTable } from "@airlock/backend/datasets";
import { openJobs, type Jobs } from "@airlock/platform/jobs";
import { openObjects } from "@airlock/platform/objects";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import { ownFiles } from "@airlock/platform/file-source";
import { afterAll, beforeAll, expect, test } from "vitest";
import { port } from "../../services/instance.ts";
import { killPart, restartPart } from "../../services/lifecycle.ts";
import { restart } from "../../services/stack.ts";
import { administrator, instance, log, openClickHouse, openStore, setting } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { holdRows, type HeldRows } from "../support/held-rows.ts";
import { killWorker } from "../support/kill-worker.ts";
import { createRandom } from "../support/random.ts";
import { startTcpProxy } from "../support/tcp-proxy.ts";

const clickhouse = openClickHouse(120_000);
const postgres = openStore();
const bucket = openOwnBucket({ endpoint: setting("AIRLOCK_GCS_ENDPOINT"), bucket: setting("AIRLOCK_BUCKET"), millis: 60_000 });
const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const kills = Number(process.env["AIRLOCK_TEST_KILLS"] ?? 3);

/** Five batches, so that a worker can be killed between its first and its last. */
const rowsInAll = 500_000;
const badRows = rowsInAll / 1000;
const file = `Killed ${newId()}.csv`;
let bytesInAll = 0;
let admin: Caller;
let organisationId: string;
let jobs: Jobs;
let ends: HeldRows;

/** Every thousandth row has an invalid age. */
function* content(): Generator<Buffer> {
  yield Buffer.from("id,age,income,note\n");
  for (let from = 1; from <= rowsInAll; from += 20_000) {
    let text = "";
    for (let row = from; row < from + 20_000 && row <= rowsInAll; row += 1) {
      text += `NL-${row},${row % 1000 === 0 ? "old" : 18 + (row % 60)},${(row * 3.25).toFixed(2)},"some words, and more of them"\n`;
    }
    yield Buffer.from(text);
  }
}

beforeAll(async () => {
  admin = await administrator();
  organisationId = (await admin.do("profile.read"))._embedded.organisationWss;
  jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  ends = await holdRows(ownerUrl, "imports");
  await bucket.write(ownFiles(organisationId) + file, Readable.from(content()), "text/csv");
  bytesInAll = (await bucket.stat(ownFiles(organisationId) + file))?.length ?? 0;
});

afterAll(async () => {
  await ends.close();
  await restartPart(instance, "gcs");
  await restart(instance, "worker");
  await jobs.close();
  await postgres.close();
  await clickhouse.close();
});

async function begin(): Promise<{ readonly importId: string; readonly datasourceId: string }> {
  const columns = [
    { name: "id", type: "STRING" },
    { name: "age", type: "INTEGER" },
    { name: "income", type: "FLOAT" },
    { name: "note", type: "STRING" },
  ];
  const selectedColumns = columns.map(({ name }) => name);
  const body = { type: "LinkedStorage", name: file, projectId: "airlock", fileName: `gs://airlock/${file}`, columns, selectedColumns };
  const { _embedded } = await admin.do("datasources.create", { body });
  return { importId: _embedded.importWss ?? "", datasourceId: _embedded.webSafeString };
}
const read = async (importId: string) => (await admin.do("import.read", { at: { importId } }))._embedded;
const further = (importId: string, bytes: number) =>
  eventually("it goes on", async () => ((await read(importId)).bytes >= bytes ? true : undefined), { seconds: 300 });
/** The job is normally retried after the heartbeat timeout; here it is sent immediately. */
const again = (importId: string) =>
  postgres.inOrganisation({ organisationId, userId: null }, (tx) => jobs.send(tx, "datasource.import", { organisationId, importId }, {}));

/** The stored rows once it is complete: each row of the file once, in the table or among the rejected. */
async function ended({ importId, datasourceId }: { readonly importId: string; readonly datasourceId: string }): Promise<unknown> {
  await eventually("it ends", async () => (["done", "failed"].includes((await read(importId)).status) ? true : undefined), {
    seconds: 300,
  });
  const { status, rows, rejectedRows, message } = await read(importId);
  const [table] = await clickhouse.query<object>(
    `SELECT count() AS counted, uniqExact(row) AS numbers, uniqExact(c0) AS ids, round(sum(c2)) AS income FROM ${datasourceTable(datasourceId)}`,
  );
  const [rejected] = await clickhouse.query<object>(
    "SELECT uniqExact(row) AS rejections FROM rejected_rows WHERE import = {importId:String}",
    { importId },
  );
  await admin.do("datasource.delete", { at: { datasourceId } });
  return { status, rows, rejectedRows, message, ...table, ...rejected };
}
const rows = rowsInAll - badRows;
const wellEnded = {
  status: "done",
  rows,
  rejectedRows: badRows,
  message: "",
  counted: rows,
  numbers: rows,
  ids: rows,
  income: Math.round(3.25 * ((rowsInAll * (rowsInAll + 1)) / 2 - 1000 * ((badRows * (badRows + 1)) / 2))),
  rejections: badRows,
};

test("a worker that is killed repeatedly leaves each row once", { timeout: 900_000 }, async () => {
  const random = createRandom(Number(process.env["AIRLOCK_TEST_SEED"] ?? 8));
  await ends.hold();
  const run = await begin();
  for (let killed = 0; killed < kills; killed += 1) {
    await further(
      run.importId,
      Math.min((await read(run.importId)).bytes + random.between(0, bytesInAll / (kills + 1)), bytesInAll * 0.95),
    );
    await killWorker(instance, ownerUrl);
    await restart(instance, "worker");
    await again(run.importId);
  }
  await ends.letGo();
  expect(await ended(run)).toEqual(wellEnded);
});

test("a worker that is killed after reading everything and before it ends leaves each row once", { timeout: 900_000 }, async () => {
  await ends.hold();
  const run = await begin();
  await further(run.importId, bytesInAll);
  await killWorker(instance, ownerUrl);
  expect((await read(run.importId)).status).toBe("running");
  await ends.letGo();
  await restart(instance, "worker");
  await again(run.importId);
  expect(await ended(run)).toEqual(wellEnded);
});

test("when the bucket server becomes unavailable, the import reports it and resumes when it is back", { timeout: 900_000 }, async () => {
  // It waits after its first batch, with most of the file unread.
  const batches = await holdRows(ownerUrl, "imports", "old.bytes > 0");
  await batches.hold();
  const run = await begin();
  await further(run.importId, 1);
  await killPart(instance, "gcs");
  await batches.close();
  const message = await eventually(
    "it is told",
    async () => {
      const now = await read(run.importId);
      return now.message === "" ? undefined : now.message;
    },
    { seconds: 300 },
  );
  await restartPart(instance, "gcs");
  expect(message).toMatch(
    /^The bucket server \S+ (does not answer: the connection was (cut|refused)|has no bucket airlock, or no such object in it)\. It is tried again\.$/,
  );
  expect(await ended(run)).toEqual(wellEnded);
});

test("a bucket server that stops sending in the middle of a file is not waited for indefinitely", async () => {
  const proxy = await startTcpProxy({ host: "127.0.0.1", port: port(instance, "gcs") });
  try {
    const objects = openObjects({ token: undefined, endpoint: `http://127.0.0.1:${proxy.port}`, silentMillis: 500 });
    const reading = async () => {
      let bytes = 0;
      for await (const chunk of objects.read(setting("AIRLOCK_BUCKET"), ownFiles(organisationId) + file)) {
        bytes += chunk.length;
        proxy.holdBoth();
      }
      return bytes;
    };
    await expect(reading()).rejects.toThrow(/^The bucket server 127\.0\.0\.1:\d+ did not answer within 0\.5 seconds\.$/);
  } finally {
    await proxy.close();
  }
});
