import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { encodeExecution, encodeGroup, executionSubject } from "@airlock/contract";
import { newId, publishDurable } from "@airlock/platform";
import { createClickHouse, type ClickHouse } from "@airlock/platform/clickhouse";
import { openOwnBucket, type OwnBucket } from "@airlock/platform/own-bucket";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clickhouseAccess, environment } from "../../services/environment.ts";
import { signIn } from "../../services/idp/sign-in.ts";
import { port, publicUrl } from "../../services/instance.ts";
import { natsUrl } from "../../services/parts/nats.ts";
import { kill, restart, startStack, stopStack } from "../../services/stack.ts";
import { startTemporaryInstance, type TemporaryInstance } from "../../services/temporary-instance.ts";
import { Caller } from "../support/caller.ts";
import { openDataPlane } from "../support/data-plane.ts";
import { eventually } from "../support/eventually.ts";
import { seedExecutions, serveExample, type ServedExample } from "../support/seed-executions.ts";

let running: TemporaryInstance;
let admin: Caller;
let clickhouse: ClickHouse;
let bucket: OwnBucket;
let served: ServedExample;

/** Enough for a file that exceeds the socket buffers of a bucket server. */
const count = 100_000;
const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;
const someone = "A-000000123";
const formula = '=HYPERLINK("http://evil.example","x")';

interface Made {
  readonly id: string;
  readonly version: string;
  readonly started: number;
  readonly record: string;
}

async function insert({ id, version, started, record }: Made): Promise<void> {
  await clickhouse.insertLines("executions", columns, [
    JSON.stringify([served.organisationId, version, started, id, served.solutionId, "k", 250, "completed", record]),
  ]);
}

function personal(value: string, version = served.versionIds[0] ?? ""): Made {
  const runtime = [null, null, null, null, null, null, null, null, null, "Decline", null];
  const started = Date.now() * 1000;
  return { id: newId(), version, started, record: JSON.stringify([1, [value, 17, "NL", 2000, null, null, null], "B", runtime, []]) };
}

beforeAll(async () => {
  running = await startTemporaryInstance(["postgres", "nats", "clickhouse", "idp", "inbox", "gcs"]);
  const { instance } = running;
  const env = { AIRLOCK_RATE_LIMIT: "1000000", AIRLOCK_LOG_LEVEL: "warn", AIRLOCK_DELETION_DELAY_SECONDS: "0" };
  await startStack(instance, { runtimes: 1, console: "none", env });
  const settings = environment(instance);
  const issuer = settings.AIRLOCK_OIDC_ISSUER;
  const { access_token: token } = await signIn({ issuer, publicUrl: publicUrl(instance), email: "admin@airlock.test" });
  admin = new Caller({ url: `http://127.0.0.1:${port(instance, "api")}`, issuer }, token);
  await admin.do("user.login");
  clickhouse = createClickHouse({
    ...clickhouseAccess(instance),
    name: "test",
    requestMillis: 120_000,
  });
  bucket = openOwnBucket({ endpoint: settings.AIRLOCK_GCS_ENDPOINT, bucket: settings.AIRLOCK_BUCKET });
  served = await serveExample(admin);
  await seedExecutions({ ...served, clickhouse, count });
});
afterAll(async () => {
  await clickhouse.close();
  await stopStack(running.instance);
  await running.stop();
});

async function createExport(body: Readonly<Record<string, unknown>>): Promise<string> {
  return (await admin.do("exports.create", { body }))._embedded.webSafeString;
}

function ended(exportId: string, seconds = 60) {
  return eventually(
    "the export ends",
    async () => {
      const { _embedded, _links } = await admin.do("export.read", { at: { exportId } });
      return ["waiting", "running"].includes(_embedded.status) ? undefined : { ..._embedded, links: _links };
    },
    { seconds },
  );
}

async function fileOf(exportId: string): Promise<Response> {
  const response = await admin.send("export.file", { at: { exportId } });
  expect(response.status).toBe(200);
  return response;
}

const objectsOf = async (exportId: string) =>
  (await bucket.list(`organisations/${served.organisationId}/exports/`, 1000)).filter(({ name }) => name.includes(exportId));

test("a CSV file has each execution once, a column per field, and no formulas", async () => {
  const disguised = [" =1+1", "\u00a0@x", "\u3000+1", "＝1+1", "－1"];
  for (const text of disguised) await insert(personal(text));
  const made = personal(formula);
  await insert(made);
  await insert(made);
  const exportId = await createExport({ format: "csv", versions: made.version, from: new Date(Date.now() - 86_400_000).toISOString() });
  const done = await ended(exportId);
  expect(done).toMatchObject({ status: "done", format: "csv", message: "" });
  expect(done.rows).toBe(done.totalRows);
  expect(Date.parse(done.expires ?? "") - Date.parse(done.ended ?? "")).toBe(7 * 86_400_000);
  const response = await fileOf(exportId);
  expect(response.headers.get("content-type")).toContain("text/csv");
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="${done.name}"`);
  const written = await response.text();
  for (const text of disguised) expect(written).toContain(`"'${text}",17,`);
  const lines = written.trim().split("\n");
  expect(lines[0]).toBe(
    '"execution","started","durationMillis","status","solution","versionName","version","reasonCodes","erasedDate","rollout","arm",' +
      '"application.applicant_id","application.age","application.residency","application.net_income","application.monthly_debts",' +
      '"application.employment","application.loan_purpose","runtime.bureau_score","runtime.missed_payments","runtime.debt_ratio",' +
      '"runtime.bureau_points","runtime.arrears_points","runtime.employment_points","runtime.purpose_points","runtime.debt_points",' +
      '"runtime.total","runtime.result","runtime.case_id"',
  );
  expect(lines.length - 1).toBe(done.totalRows);
  const mine = lines.filter((line) => line.startsWith(`"${made.id}"`));
  expect(mine).toHaveLength(1);
  // Newest first, and the text stays a text.
  expect(lines[1]).toBe(mine[0]);
  expect(mine[0]).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")",17,"NL",2000,`);
});

test("a Parquet file has typed columns that ClickHouse itself can read", async () => {
  const exportId = await createExport({ format: "parquet", status: "completed", field: "age", operator: ">", value: "60" });
  const done = await ended(exportId);
  expect(done).toMatchObject({ status: "done", format: "parquet" });
  const file = join(tmpdir(), `airlock-${randomUUID()}.parquet`);
  await writeFile(file, Buffer.from(await (await fileOf(exportId)).arrayBuffer()));
  try {
    const [read] = await clickhouse.query(
      `SELECT count() AS rows, uniqExact(execution) AS ids, min(\`application.age\`) AS youngest, toTypeName(any(\`application.net_income\`)) AS type
       FROM file('${file}', Parquet)`,
    );
    expect(read).toEqual({ rows: done.totalRows, ids: done.totalRows, youngest: 61, type: "Nullable(Float64)" });
  } finally {
    await rm(file);
  }
});

test("a worker that is killed while it writes leaves one file, written by the next", async () => {
  // A stopped bucket server: the file cannot be complete when its writer is killed.
  await kill(running.instance, "gcs", "SIGSTOP");
  const exportId = await createExport({ format: "csv" });
  await eventually("it runs", async () => {
    const { status, totalRows } = (await admin.do("export.read", { at: { exportId } }))._embedded;
    return status === "running" && totalRows !== null ? true : undefined;
  });
  await kill(running.instance, "worker");
  await kill(running.instance, "gcs", "SIGCONT");
  expect(await objectsOf(exportId)).toEqual([]);
  // As left by a worker that dies between writing the file and storing its name.
  const stray = `organisations/${served.organisationId}/exports/${exportId}-${newId()}.csv`;
  await bucket.write(stray, Readable.from(["whole"]), "text/csv");
  await restart(running.instance, "worker");
  const done = await ended(exportId, 120);
  expect(done).toMatchObject({ status: "done" });
  expect(done.totalRows).toBeGreaterThanOrEqual(count);
  const only = await eventually("one file is left", async () => {
    const [first, ...others] = await objectsOf(exportId);
    return others.length === 0 ? first : undefined;
  });
  expect(only.length).toBe(done.bytes);
}, 150_000);

test("a cancelled export has no file, and removing one deletes its file", async () => {
  await kill(running.instance, "gcs", "SIGSTOP");
  const exportId = await createExport({ format: "parquet" });
  await admin.do("export.delete", { at: { exportId } });
  await kill(running.instance, "gcs", "SIGCONT");
  expect(await ended(exportId)).toMatchObject({ status: "cancelled" });
  expect((await admin.send("export.file", { at: { exportId } })).status).toBe(409);
  const finished = await createExport({ format: "csv", reasonCode: "R05", status: "failed" });
  expect((await ended(finished)).status).toBe("done");
  expect(await objectsOf(finished)).toHaveLength(1);
  await admin.do("export.delete", { at: { exportId: finished } });
  expect((await admin.send("export.read", { at: { exportId: finished } })).status).toBe(404);
  await eventually("the file goes", async () => ((await objectsOf(finished)).length === 0 ? true : undefined));
  expect(await objectsOf(exportId)).toEqual([]);
});

async function findByField(value: string): Promise<readonly string[]> {
  const { items } = await admin.do("executions.list", { query: { field: "applicant_id", value } });
  return items.map(({ _embedded }) => _embedded.webSafeString);
}

const month = async () =>
  (await admin.do("stats.read", { query: { gran: "P1D", start: new Date(Date.now() - 32 * 86_400_000).toISOString() } }))._embedded;

test("a person's executions are erased, including late ones and duplicates, and still counted", async () => {
  const [seeded = ""] = await findByField(someone);
  const other = personal(someone, served.versionIds[1]);
  await insert(other);
  await insert(other);
  const before = await month();
  const kept = (await admin.do("exports.list"))._embedded.total;
  expect(kept).toBeGreaterThan(0);

  const created = (await admin.do("erasures.create", { body: { field: "applicant_id", value: someone } }))._embedded;
  expect(created).toMatchObject({ field: "applicant_id", solutionWss: null, versions: 3 });
  expect(created.exports.map(({ name }) => name).join()).toMatch(/executions-.*\.(csv|parquet)/);
  const at = { erasureId: created.webSafeString };
  const done = await eventually(
    "the erasure ends",
    async () => {
      const { _embedded } = await admin.do("erasure.read", { at });
      return _embedded.status === "done" ? _embedded : undefined;
    },
    { seconds: 60 },
  );
  expect(done).toMatchObject({ versionsDone: 3, erased: 2 });
  expect(await findByField(someone)).toEqual([]);
  for (const executionId of [seeded, other.id]) {
    const { _embedded } = await admin.do("execution.read", { at: { executionId } });
    expect(_embedded).toMatchObject({ applicationData: {}, runtimeData: {}, reasonCodes: [], steps: [] });
    expect(Date.parse(_embedded.erasedDate ?? "")).toBeGreaterThan(Date.now() - 120_000);
  }
  const after = await month();
  expect({ total: after.total, failed: after.failed }).toEqual({ total: before.total, failed: before.failed });

  // From a runtime's disk: a duplicate of an erased one, and a new one.
  const late = personal(someone);
  await insert(other);
  await insert(late);
  await eventually(
    "what came late is erased",
    async () => {
      const [row] = await clickhouse.query<{ readonly n: number }>(
        "SELECT countIf(position(record, {someone:String}) > 0) AS n FROM executions WHERE organisation = {organisation:String}",
        { organisation: served.organisationId, someone },
      );
      return row?.n === 0 ? true : undefined;
    },
    { seconds: 60 },
  );
  expect((await month()).total).toBe(before.total + 1);
  const traced = (await admin.do("execution.read", { at: { executionId: late.id } }))._embedded;
  expect(traced.erasedDate).toBeDefined();

  const listed = await admin.do("erasures.list");
  expect(listed.items.map(({ _embedded }) => _embedded.webSafeString)).toContain(created.webSafeString);
  // Nowhere else: not in the audit, the row, or ClickHouse's stored mutations.
  const audited = await admin.do("audit.list", { query: { noun: "erasure" } });
  expect(audited.items[0]?._embedded).toMatchObject({ change: "created", recordWss: created.webSafeString });
  expect(JSON.stringify(audited)).not.toContain(someone);
  const mutations = await clickhouse.query<{ readonly command: string }>("SELECT command FROM system.mutations");
  expect(mutations.length).toBeGreaterThan(0);
  expect(JSON.stringify(mutations)).not.toContain(someone);
});

test("a person's executions are also erased from dead letters, and those of others are kept", async () => {
  const [person, other] = ["A-dead-person", "A-dead-other"];
  const dataPlane = await openDataPlane(natsUrl(running.instance));
  const manager = await dataPlane.nats.jetstream.jetstreamManager();
  /** As a runtime writes it. */
  const line = (applicant: string, started = Date.now()) => {
    const { id, version, record } = personal(applicant);
    const { organisationId, solutionId } = served;
    const status = "completed";
    return encodeExecution({
      executionId: id,
      versionId: version,
      solutionId,
      organisationId,
      keyId: newId(),
      callerId: newId(),
      correlationId: "",
      rolloutId: "",
      arm: "",
      started,
      durationMicros: 1,
      status,
      record,
    });
  };
  const append = (lines: readonly string[]) =>
    publishDurable(dataPlane.nats, { subject: executionSubject(served.versionIds[0] ?? ""), payload: encodeGroup(lines) }, 5_000);
  const letters = async () => {
    const { state } = await manager.streams.info("executions-dead");
    const texts: string[] = [];
    for (let seq = 1; seq <= state.last_seq; seq += 1)
      texts.push((await manager.streams.getMessage("executions-dead", { seq }))?.string() ?? "");
    return texts.join("\n");
  };
  /** ClickHouse refuses the rows of some applicants and accepts one of another: the refused ones become dead letters. */
  const untilDead = async (wanted: readonly string[], write: () => Promise<unknown>) => {
    const refuse = "CAST(if(position(record, 'A-dead') > 0, 'refused', '0') AS Int8)";
    await clickhouse.command(`ALTER TABLE executions ADD COLUMN drift Int8 DEFAULT ${refuse}`);
    try {
      await write();
      await append([line("A-alive")]);
      await eventually("the dead letters", async () => {
        const texts = await letters();
        return wanted.every((text) => texts.includes(text)) ? true : undefined;
      });
    } finally {
      await clickhouse.command("ALTER TABLE executions DROP COLUMN drift");
    }
  };
  try {
    await untilDead([person, other, ",-1,1,"], async () => {
      await append([line(person), line(other)]);
      // An unreadable line whose applicant can still be identified.
      await append([line(person, -1), line("A-alive")]);
    });
    const { _embedded } = await admin.do("erasures.create", { body: { field: "applicant_id", value: person } });
    const at = { erasureId: _embedded.webSafeString };
    const erased = async () => (await admin.do("erasure.read", { at }))._embedded;
    const done = await eventually("the erasure ends", async () => ((await erased()).status === "done" ? await erased() : undefined), {
      seconds: 60,
    });
    expect(done.erased).toBe(2);
    expect(await letters()).not.toContain(person);
    expect(await letters()).toContain(other);

    // One that becomes a dead letter afterwards.
    await untilDead(["A-late-other"], () => append([line("A-late-other"), line(person)]));
    await eventually("what came late is erased", async () => ((await erased()).erased === 3 ? true : undefined), { seconds: 90 });
    expect(await letters()).not.toContain(person);
    expect(await letters()).toContain("A-late-other");
  } finally {
    await dataPlane.close();
  }
}, 200_000);

test("a field that no version has cannot be used for an erasure", async () => {
  const response = await admin.send("erasures.create", { body: { field: "no_such_field", value: "x" } });
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ code: "ERASURE_FIELD_UNKNOWN" });
});
