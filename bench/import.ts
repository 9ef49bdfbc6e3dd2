/**
 * The cost of an import compared with ClickHouse reading the same file itself: megabytes per second, and the worker's memory while it runs.
 *
 *   npm run bench:import -- --megabytes 1024 [--kills 3] [--check]   on a running `npm run dev`
 *
 * With `--kills` the worker is killed that many times at random points and restarted; every row must still be stored once.
 */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { createTable, datasourceTable } from "@airlock/backend/datasets";
import { openOwnBucket } from "@airlock/platform/own-bucket";
import { clickhouseAccessOf, clickhouseSettings, newId, readConfig } from "@airlock/platform";
import { ownFiles } from "@airlock/platform/file-source";
import { Readable } from "node:stream";
import { seededAccounts } from "../services/idp/accounts.ts";
import { findInstance } from "../services/instance.ts";
import { kill, restart, statusOfStack } from "../services/stack.ts";
import { callerFor } from "../tests/support/caller.ts";

const { values } = parseArgs({
  options: {
    name: { type: "string", default: "dev" },
    megabytes: { type: "string", default: "1024" },
    kills: { type: "string", default: "0" },
    check: { type: "boolean", default: false },
  },
});
const config = readConfig(["AIRLOCK_PUBLIC_URL", "AIRLOCK_OIDC_ISSUER", "AIRLOCK_GCS_ENDPOINT", "AIRLOCK_BUCKET", ...clickhouseSettings]);
const instance = await findInstance(values.name);
if (instance === undefined) throw new Error(`There is no instance "${values.name}".`);
const admin = await callerFor({ url: config.AIRLOCK_PUBLIC_URL, issuer: config.AIRLOCK_OIDC_ISSUER }, seededAccounts[0]?.email ?? "");
const clickhouse = createClickHouse({
  ...clickhouseAccessOf(config),
  name: "bench",
  requestMillis: 600_000,
});
const megabyte = 1024 * 1024;
const wanted = Number(values.megabytes) * megabyte;
const { _embedded: profile } = await admin.do("profile.read");

const header = "application_id,age,net_income,monthly_debts,employment,loan_purpose,amount,defaulted_12m\n";
const words = ["permanent", '"self-employed, other"', "contract"];
function line(at: number): string {
  const spread = (at * 7919) % 100_003;
  return `NL-${at},${18 + (spread % 60)},${(spread * 3.25).toFixed(2)},${(spread / 7).toFixed(2)},${words[at % 3]},home improvement,${spread % 40_000},${at % 9 === 0 ? 1 : 0}\n`;
}
let rows = 0;
let bytes = 0;
function* content(): Generator<Buffer> {
  yield Buffer.from(header);
  while (bytes < wanted) {
    let text = "";
    while (text.length < megabyte) text += line(rows++);
    bytes += text.length;
    yield Buffer.from(text);
  }
}

const file = `bench ${newId()}.csv`;
const bucket = openOwnBucket({ endpoint: config.AIRLOCK_GCS_ENDPOINT, bucket: config.AIRLOCK_BUCKET, millis: 600_000 });
await bucket.write(ownFiles(profile.organisationWss) + file, Readable.from(content()), "text/csv");
console.log(`${(bytes / megabyte).toFixed(0)} MB, ${rows} rows`);

const place = { bucket: "airlock", projectId: "airlock", fileName: file };
const look = await admin.do("bucket.definition", { body: place });
const columns = (look._embedded.definition?.columns ?? []).map(({ name, type }) => ({ name, type }));
const began = performance.now();
const made = await admin.do("datasources.create", {
  body: {
    type: "LinkedStorage",
    name: file,
    projectId: place.projectId,
    fileName: `gs://airlock/${file}`,
    columns,
    selectedColumns: columns.map(({ name }) => name),
  },
});
const importId = made._embedded.importWss ?? "";
const memory = { max: 0 };
let kills = Number(values.kills);
let nextKill = kills > 0 ? Math.random() * 0.25 : 2;
let readDone = 0;
for (;;) {
  const { _embedded: run } = await admin.do("import.read", { at: { importId } });
  memory.max = Math.max(memory.max, await workerMemory());
  if (readDone === 0 && run.bytes === run.totalBytes) readDone = performance.now();
  if (run.status === "done") {
    if (run.rows !== rows || run.rejectedRows !== 0)
      throw new Error(`${run.rows} rows and ${run.rejectedRows} rejected instead of ${rows}.`);
    break;
  }
  if (run.status === "failed" || run.status === "cancelled") throw new Error(`The import is ${run.status}: ${run.message}`);
  if (run.bytes / run.totalBytes > nextKill) {
    await kill(instance, "worker");
    console.log(`killed at ${((100 * run.bytes) / run.totalBytes).toFixed(0)} %`);
    await restart(instance, "worker");
    kills -= 1;
    nextKill = kills > 0 ? run.bytes / run.totalBytes + Math.random() * 0.25 : 2;
  }
  await new Promise((resolve) => setTimeout(resolve, 100)); // Fixed wait: between two looks at the import.
}
const seconds = (performance.now() - began) / 1000;
const readSeconds = ((readDone || performance.now()) - began) / 1000;
const table = datasourceTable(made._embedded.webSafeString);
const [found] = await clickhouse.query<{ count: number; distinct: number; age: number; income: number }>(
  `SELECT count() AS count, uniqExact(row) AS distinct, sum(c1) AS age, round(sum(c2), 2) AS income FROM ${table}`,
);
if (found?.count !== rows || found.distinct !== rows) throw new Error(`The table has ${JSON.stringify(found)} instead of ${rows} rows.`);
console.log(
  `import ${(bytes / megabyte / readSeconds).toFixed(1)} MB/s read, ${(bytes / megabyte / seconds).toFixed(1)} MB/s until it could be used, worker at most ${(memory.max / megabyte).toFixed(0)} MB`,
);

// The same file by ClickHouse's own CSV reader, into the same table, with the batch size of an import.
const own = `bench_${newId()}`;
// Its rows have no number, so nothing must be deduplicated.
await clickhouse.command(createTable(own, made._embedded.columns).replace("ReplacingMergeTree ORDER BY row", "MergeTree ORDER BY tuple()"));
const keys = made._embedded.columns.map(({ key }) => key).join(", ");
const beganOwn = performance.now();
let held: Buffer[] = [];
let heldBytes = 0;
let skip = header.length;
const send = async (text: Buffer) => {
  const { stream } = await clickhouse.client.exec({
    query: `INSERT INTO ${own} (${keys}) FORMAT CSV`,
    values: Readable.from([text], { objectMode: false }),
  });
  stream.resume();
  await new Promise((resolve) => stream.once("end", resolve));
};
for await (const chunk of bucket.read(ownFiles(profile.organisationWss) + file)) {
  held.push(chunk);
  heldBytes += chunk.length;
  if (heldBytes < 8 * megabyte) continue;
  const text = Buffer.concat(held);
  const cut = text.lastIndexOf(10) + 1;
  await send(text.subarray(skip, cut));
  skip = 0;
  held = [text.subarray(cut)];
  heldBytes = text.length - cut;
}
await send(Buffer.concat(held).subarray(skip));
const ownSeconds = (performance.now() - beganOwn) / 1000;
const [same] = await clickhouse.query<{ count: number; age: number; income: number }>(
  `SELECT count() AS count, sum(c1) AS age, round(sum(c2), 2) AS income FROM ${own}`,
);
const ratio = ownSeconds / readSeconds;
console.log(
  `ClickHouse's own reader ${(bytes / megabyte / ownSeconds).toFixed(1)} MB/s; ratio ${ratio.toFixed(2)} (goal 0.5), same sums: ${same?.age === found.age && same?.income === found.income}`,
);
await clickhouse.command(`DROP TABLE ${own} SYNC`);
await admin.do("datasource.delete", { at: { datasourceId: made._embedded.webSafeString }, body: { deleteData: true } });
await clickhouse.close();
if (values.check && (ratio < 0.5 || memory.max > 300 * megabyte)) process.exitCode = 1;

/** Resident memory of the worker, from the kernel. In development it is the child of a process that watches its files. */
async function workerMemory(): Promise<number> {
  if (instance === undefined) return 0;
  const worker = (await statusOfStack(instance)).find(({ part }) => part === "worker");
  if (worker?.pid === undefined) return 0;
  const read = (path: string) => readFile(`/proc/${path}`, "utf8").catch(() => "");
  const children = await read(`${worker.pid}/task/${worker.pid}/children`);
  const texts = await Promise.all([worker.pid, ...children.split(" ").filter(Boolean)].map((pid) => read(`${pid}/status`)));
  return Math.max(...texts.map((text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) * 1024));
}
