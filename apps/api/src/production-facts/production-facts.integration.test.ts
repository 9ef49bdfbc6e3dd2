import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import {
  emptyDefinition,
  newCondition,
  newLink,
  newNode,
  type DecisionTableNode,
  type Definition,
  type ListScoreNode,
} from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

const day = 86_400_000;
const now = Date.now();

const start = newNode("Start", "start", 0, 0);
const score: ListScoreNode = {
  ...newNode("ListScore", "score", 200, 0),
  scoredField: "job",
  resultField: "points",
  defaultScore: "0",
  values: ["permanent", "student"].map((value, row) => ({ id: `v${row}`, value, score: "1", reasonCode: "" })),
};
const table: DecisionTableNode = {
  ...newNode("DecisionTable", "table", 400, 0),
  inputColumns: [
    { id: "i0", formula: "application.city" },
    { id: "i1", formula: "application.age" },
  ],
  outputColumns: [{ id: "o0", resultField: "limit" }],
  tableRows: [
    { id: "r0", inputs: ["Rome", "-"], outputs: ["10"], reasonCode: "" },
    { id: "r1", inputs: ["Oslo", "< 30"], outputs: ["20"], reasonCode: "" },
    { id: "r2", inputs: ["Oslo", ">= 90"], outputs: ["30"], reasonCode: "" },
    { id: "r3", inputs: ["-", "-"], outputs: ["0"], reasonCode: "" },
  ],
};
const end = newNode("End", "end", 600, 0);
const field = (name: string, type: "Integer" | "String") => ({ key: `k_${name}`, name, type, required: false });
/** Keys differ from names, so that mixing them up shows. */
const definition: Definition = {
  ...emptyDefinition(),
  solutionDefinition: {
    ...emptyDefinition().solutionDefinition,
    nodes: [
      start,
      { ...score, scoredField: "k_job", resultField: "k_points" },
      {
        ...table,
        inputColumns: table.inputColumns.map(({ id, formula }) => ({ id, formula: formula.replace(".", ".k_") })),
        outputColumns: [{ id: "o0", resultField: "k_limit" }],
      },
      end,
    ],
    links: [newLink("l0", start, score), newLink("l1", score, table), newLink("l2", table, end)],
  },
  applicationDatasetFields: [field("age", "Integer"), field("job", "String"), field("city", "String")],
  runtimeDatasetFields: [field("points", "Integer"), field("limit", "Integer")],
};

interface Input {
  readonly age: number;
  readonly job: string;
  readonly city?: string;
}

let api: TestApi;
let clickhouse: ClickHouse;
let root: Person;

beforeAll(async () => {
  api = await startTestApi();
  clickhouse = openTestClickHouse("admin");
  root = await rootAdministrator(api);
});

afterAll(async () => {
  await clickhouse.close();
  await api.close();
});

async function newVersion(person: Person, flow = definition): Promise<string> {
  const { _embedded: solution } = await person.must("solutions.create", { body: { name: `Facts ${newId()}`, definition: flow } });
  const at = { solutionId: solution.webSafeString };
  return (await person.must("solution.versions.create", { at, body: { versionName: "v1" } }))._embedded.webSafeString;
}

/** Executions of an input, a minute apart, that ended this number of days ago. */
async function decide(person: Person, version: string, days: number, count: number, input: Input, flow = definition): Promise<void> {
  const compiled = compile(flow);
  if (!compiled.ok) throw new Error("The flow cannot run.");
  const read = readInput(compiled.plan, { ...input });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const record = encodeRecord(evaluate(compiled.plan, read.input));
  const lines = Array.from({ length: count }, (_, at) => {
    const started = now - days * day - at * 60_000 - 1000;
    return JSON.stringify([person.organisationId, version, started * 1000, newId(started), "s", "k", 100, "completed", record]);
  });
  const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;
  await clickhouse.insertLines("executions", columns, lines);
  // Stored twice until parts merge: each execution counts once.
  await clickhouse.insertLines("executions", columns, lines.slice(0, 3));
}

const factsOf = async (person: Person, versionId: string) =>
  (await person.must("version.productionFacts", { at: { versionId } }))._embedded;

test("values of the last week that no row or value lists, with their counts and shares", async () => {
  const admin = await newOrganisation(api, root, "Facts");
  const version = await newVersion(admin);
  await decide(admin, version, 0, 60, { age: 40, job: "permanent", city: "Rome" });
  await decide(admin, version, 1, 30, { age: 40, job: "self employed", city: "Paris" });
  await decide(admin, version, 1, 6, { age: 40, job: "retired" });
  await decide(admin, version, 2, 4, { age: 40, job: "rare", city: "rare" });
  await decide(admin, version, 10, 50, { age: 40, job: "old", city: "old" });
  const facts = await factsOf(admin, version);
  expect(facts).toMatchObject({ versionWss: version, recent: { days: 7, executions: 100, isSample: false }, long: null, unused: [] });
  const inScore = { nodeId: "score", part: "values", columnId: null, source: "Application", fieldKey: "k_job" };
  expect(facts.unlisted).toEqual([
    { ...inScore, value: "self employed", count: 30, share: 0.3 },
    { ...inScore, value: "retired", count: 6, share: 0.06 },
    {
      nodeId: "table",
      part: "inputColumns",
      columnId: "i0",
      source: "Application",
      fieldKey: "k_city",
      value: "Paris",
      count: 30,
      share: 0.3,
    },
  ]);
});

test("rows and values without a match, once there are executions of 90 days", async () => {
  const admin = await newOrganisation(api, root, "Facts");
  const version = await newVersion(admin);
  await decide(admin, version, 80, 10, { age: 20, job: "permanent", city: "Oslo" });
  expect((await factsOf(admin, version)).long).toBeNull();
  await decide(admin, version, 85, 10, { age: 20, job: "permanent", city: "Oslo" });
  const facts = await factsOf(admin, version);
  expect(facts).toMatchObject({ recent: { executions: 0 }, unlisted: [], long: { days: 90, executions: 20, isSample: false } });
  const reads = ["application.k_city", "application.k_age"];
  expect(facts.unused).toEqual([
    { nodeId: "score", rowId: "v1", reads: ["Application k_job"], cells: ["student"] },
    { nodeId: "table", rowId: "r0", reads, cells: ["Rome", "-"] },
    { nodeId: "table", rowId: "r2", reads, cells: ["Oslo", ">= 90"] },
  ]);
  // With more executions than are replayed only texts are compared: all are of Oslo, so rows of that city may have matched.
  await decide(admin, version, 20, 5_000, { age: 20, job: "permanent", city: "Oslo" });
  expect((await factsOf(admin, version)).unused.map(({ rowId }) => rowId)).toEqual(["v1", "r0"]);
});

test("executions of another organisation and of another version are neither counted nor readable", async () => {
  const [one, other] = [await newOrganisation(api, root, "Facts"), await newOrganisation(api, root, "Facts")];
  const [version, sibling] = [await newVersion(one), await newVersion(one)];
  await decide(one, version, 0, 10, { age: 40, job: "one", city: "Rome" });
  await decide(one, sibling, 0, 10, { age: 40, job: "sibling", city: "Rome" });
  // The same version id, as another organisation could not have it: rows are found by both.
  await decide(other, version, 0, 10, { age: 40, job: "other", city: "Rome" });
  expect((await factsOf(one, version)).unlisted.map(({ value }) => value)).toEqual(["one"]);
  const refused = await api.ask(other.token, "version.productionFacts", { at: { versionId: version } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, "VERSION_NOT_FOUND"]);
});

test("texts that no link of a fork compares with", async () => {
  const admin = await newOrganisation(api, root, "Facts");
  const [south, north] = [newNode("End", "south", 600, 100), newNode("End", "north", 600, 200)];
  const city = { ...newCondition(), leftHandFieldname: "k_city" };
  const flow: Definition = {
    ...definition,
    solutionDefinition: {
      ...definition.solutionDefinition,
      nodes: [start, south, north, end],
      links: [
        { ...newLink("l0", start, south), conditionFields: [{ ...city, operator: "in", rightHandValues: ["Rome", "Athens"] }] },
        { ...newLink("l1", start, north), conditionFields: [{ ...city, rightHandFieldname: "Oslo" }] },
        { ...newLink("l2", start, end), otherwise: true },
      ],
    },
  };
  const version = await newVersion(admin, flow);
  await decide(admin, version, 0, 10, { age: 40, job: "", city: "Rome" }, flow);
  await decide(admin, version, 0, 30, { age: 40, job: "", city: "Paris" }, flow);
  expect((await factsOf(admin, version)).unlisted).toEqual([
    { nodeId: "start", part: "links", columnId: null, source: "Application", fieldKey: "k_city", value: "Paris", count: 30, share: 0.75 },
  ]);
});

test("erased executions do not count", async () => {
  const admin = await newOrganisation(api, root, "Facts");
  const version = await newVersion(admin);
  await decide(admin, version, 0, 10, { age: 40, job: "self employed", city: "Rome" });
  await clickhouse.command(
    `ALTER TABLE executions UPDATE record = '', erased = now() WHERE organisation = {organisation:String} SETTINGS mutations_sync = 1`,
    { organisation: admin.organisationId },
  );
  expect(await factsOf(admin, version)).toMatchObject({ recent: { executions: 0 }, unlisted: [] });
});
