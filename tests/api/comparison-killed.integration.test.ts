import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import { parseDefinition, withThresholds, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { datasourceTable, experimentTable } from "@airlock/backend/datasets";
import { openJobs, type Jobs } from "@airlock/platform/jobs";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { restart } from "../../services/stack.ts";
import { addDatasource } from "../support/add-datasource.ts";
import { administrator, instance, log, openClickHouse, openStore, place, setting } from "../support/behind.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { holdRows, type HeldRows } from "../support/held-rows.ts";
import { killWorker } from "../support/kill-worker.ts";
import { readExamples } from "../support/examples.ts";
import { createRandom } from "../support/random.ts";

const clickhouse = openClickHouse(120_000);
const postgres = openStore();
const ownerUrl = setting("AIRLOCK_POSTGRES_MIGRATION_URL");
const kills = Number(process.env["AIRLOCK_TEST_KILLS"] ?? 2);
const random = createRandom(Number(process.env["AIRLOCK_TEST_SEED"] ?? 8));

const columns = [
  { name: "age", type: "INTEGER", sql: "18 + number % 60" },
  { name: "residency", type: "STRING", sql: "['NL', 'BE', 'US'][1 + number % 3]" },
  { name: "net_income", type: "FLOAT", sql: "if(number % 97 = 0, NULL, (number * 7919 % 100003) / 21)" },
  { name: "employment", type: "STRING", sql: "['permanent', 'contract', 'other'][1 + number % 3]" },
] as const;
const past = 20_000;
const from = Date.UTC(2026, 0, 1);

let admin: Caller;
let jobs: Jobs;
let ends: HeldRows;
let organisationId: string;
let scorecard: Definition;
let solutionId: string;
let versionId: string;

beforeAll(async () => {
  admin = await administrator();
  jobs = await openJobs({ url: setting("AIRLOCK_POSTGRES_URL"), log });
  ends = await holdRows(ownerUrl, "comparisons");
  organisationId = (await admin.do("profile.read"))._embedded.organisationWss;
  const example = (await readExamples()).find(({ name }) => name === "Consumer credit scorecard");
  const parsed = parseDefinition(example?.definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  scorecard = parsed.definition;
  const solution = await admin.do("solutions.create", { body: { name: `Killed ${newId()}`, definition: scorecard } });
  solutionId = solution._embedded.webSafeString;
  versionId = (await admin.do("solution.versions.create", { at: { solutionId }, body: {} }))._embedded.webSafeString;
  // Both bounds: the first branch that holds is taken, and declining comes first.
  const changes = ["total-decline", "total-approve"].map((id) => ({ id, path: "conditionFields.0.rightHandFieldname", value: "300" }));
  const changed = withThresholds(scorecard, changes);
  const { revision } = (await admin.do("definition.read", { at: { solutionId } }))._embedded;
  await admin.do("definition.update", { at: { solutionId }, body: { ...changed, revision } });
});

afterAll(async () => {
  await ends.close();
  await restart(instance, "worker");
  await jobs.close();
  await postgres.close();
  await clickhouse.close();
});

const read = async (comparisonId: string) => (await admin.do("comparison.read", { at: { comparisonId } }))._embedded;

/** Created while no worker runs, so that it can be split into many small ranges first. */
async function ask(over: object): Promise<string> {
  await killWorker(instance, ownerUrl);
  const body = { left: { versionWss: versionId }, right: { solutionWss: solutionId }, over };
  const { _embedded } = await admin.do("comparisons.create", { body });
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  await owner.query("update comparisons set range_rows = 4000 where id = $1", [_embedded.webSafeString]);
  await owner.end();
  return _embedded.webSafeString;
}

/** Kills the worker at random points of the work, and once at its end before it has stored that. */
async function killAgainAndAgain(comparisonId: string, total: number): Promise<void> {
  const again = () =>
    postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
      jobs.send(tx, "comparison.run", { organisationId, comparisonId }, {}),
    );
  for (let killed = 0; killed < kills; killed += 1) {
    await ends.hold();
    await restart(instance, "worker");
    // The job is normally retried after the heartbeat timeout; here it is sent immediately, and then a second time.
    if (killed > 0) await again();
    const further = (await read(comparisonId)).rows + random.between(0, total / (kills + 2));
    await eventually("it goes on", async () => ((await read(comparisonId)).rows > further ? true : undefined), { seconds: 300 });
    await killWorker(instance, ownerUrl);
    expect((await read(comparisonId)).status).toBe("running");
    await ends.letGo();
  }
  await restart(instance, "worker");
  await again();
  await eventually("it ends", async () => ((await read(comparisonId)).status === "done" ? true : undefined), { seconds: 300 });
}

test("over a datasource: each row once, whatever is killed, and no other tables are left", { timeout: 900_000 }, async () => {
  const datasourceId = await addDatasource(place, admin, {
    name: `Many ${newId()}`,
    columns: columns.map(({ name, type }) => ({ name, type })),
    rows: [[30, "NL", 2000, "permanent"]],
  });
  // As an import of a large file leaves it; some numbers are missing, those of rejected rows.
  await clickhouse.command(
    `INSERT INTO ${datasourceTable(datasourceId)} SELECT number, ${columns.map(({ sql }) => sql).join(", ")} FROM numbers(2, 36000) WHERE number % 13 != 0`,
  );
  const [{ total } = { total: 0 }] = await clickhouse.query<{ readonly total: number }>(
    `SELECT count() AS total FROM ${datasourceTable(datasourceId)}`,
  );
  const fieldMapping = columns.map(({ name }) => ({ key: name, value: name, useDatasource: true }));
  const comparisonId = await ask({ datasourceId, fieldMapping });
  await killAgainAndAgain(comparisonId, total);
  const comparison = await read(comparisonId);
  expect(comparison).toMatchObject({ rows: total, totalRows: total, message: "" });
  expect(comparison.summary.compared + comparison.summary.unreadable).toBe(total);
  expect(comparison.summary.changed).toBeGreaterThan(0);
  const [counted] = await clickhouse.query(
    `SELECT count() AS rows, uniqExact(row) AS different, sum(cityHash64(row)) = (SELECT sum(cityHash64(row)) FROM ${datasourceTable(datasourceId)}) AS same
     FROM ${experimentTable(comparisonId)}`,
  );
  expect(counted).toEqual({ rows: total, different: total, same: 1 });
  await eventually("only its table is left", async () => {
    const tables = await clickhouse.query("SELECT name FROM system.tables WHERE name LIKE {like:String}", { like: `%${comparisonId}%` });
    return tables.length === 1 ? true : undefined;
  });
});

test("over executions: each is counted once, whatever is killed", { timeout: 900_000 }, async () => {
  const compiled = compile(scorecard);
  if (!compiled.ok) throw new Error("The example cannot run.");
  const lines = Array.from({ length: past }, (_, number) => {
    const read_ = readInput(compiled.plan, {
      age: 18 + (number % 60),
      residency: ["NL", "BE", "US"][number % 3],
      net_income: ((number * 7919) % 100_003) / 21,
      employment: ["permanent", "contract", "other"][number % 3],
    });
    if (!read_.ok) throw new Error(JSON.stringify(read_.problems));
    const execution = evaluate(compiled.plan, read_.input);
    const started = new Date(from + number * 10);
    const at = started.toISOString().replace("T", " ").replace("Z", "");
    return JSON.stringify([
      organisationId,
      versionId,
      at,
      newId(started.getTime()),
      "s",
      "k",
      900,
      execution.status,
      encodeRecord(execution),
    ]);
  });
  await clickhouse.insertLines(
    "executions",
    ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"],
    lines,
  );
  const over = { executions: { start: new Date(from).toISOString(), end: new Date(from + 86_400_000).toISOString() } };
  const comparisonId = await ask(over);
  await killAgainAndAgain(comparisonId, past);
  const comparison = await read(comparisonId);
  expect(comparison).toMatchObject({ rows: past, totalRows: past, message: "" });
  expect(comparison.summary).toMatchObject({ compared: past, unanswered: 0, unreadable: 0 });
  expect(comparison.summary.moves.reduce((sum, { count }) => sum + count, 0)).toBe(past);
  expect(comparison.summary.changed).toBeGreaterThan(0);
  const [counted] = await clickhouse.query(
    "SELECT count() AS rows, uniqExact(id) AS different FROM comparison_records FINAL WHERE comparison = {comparison:String}",
    { comparison: comparisonId },
  );
  expect(counted).toEqual({ rows: comparison.summary.differing, different: comparison.summary.differing });
});
