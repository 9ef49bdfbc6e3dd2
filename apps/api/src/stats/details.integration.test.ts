import { detailMinutes, outcomeSourceOf } from "@airlock/backend/executions";
import { emptyDefinition, newLink, newListValue, newNode, newSetter, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rememberExecutions } from "../testing/past-execution.ts";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { draft } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let root: Person;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Details");
});
afterAll(() => api.close());

/** Copies the input to the result, or sets `Decline` if it is missing; `job` adds a reason code. */
const definition: Definition = (() => {
  const nodes = [
    newNode("Start", "start", 0, 0),
    {
      ...newNode("SetState", "set", 100, 0),
      setFields: [setter("Literal", "Decline"), setter("Literal", "Approve"), setter("Application", "wanted")],
    },
    {
      ...newNode("ListScore", "job", 200, 0),
      scoredDatasource: "Application" as const,
      scoredField: "job",
      values: ["R01", "R02"].map((code) => ({ ...newListValue(code), value: code, score: "1", reasonCode: code })),
      defaultScore: "0",
      resultField: "points",
    },
    newNode("End", "end", 300, 0),
  ];
  const links = nodes.slice(1).map((node, at) => newLink(`link${at}`, nodes[at] ?? node, node));
  return {
    ...emptyDefinition(),
    solutionDefinition: { nodes, links, zoom: 100 },
    applicationDatasetFields: [
      { key: "wanted", name: "wanted", type: "String", required: false },
      { key: "job", name: "job", type: "String", required: false },
    ],
    runtimeDatasetFields: [
      { key: "points", name: "points", type: "Integer", required: false },
      { key: "result", name: "result", type: "String", required: false },
    ],
    reasonTexts: { R01: "Short time in job" },
  };
})();

function setter(rightHandDatasource: "Literal" | "Application", rightHandFieldname: string) {
  return { ...newSetter(), leftHandFieldname: "result", rightHandDatasource, rightHandFieldname };
}

async function version(person: Person, versionName: string): Promise<{ readonly versionId: string; readonly solutionName: string }> {
  const at = await draft(person);
  await person.must("definition.update", { at, body: definition });
  const { _embedded } = await person.must("solution.versions.create", { at, body: { versionName } });
  return { versionId: _embedded.webSafeString, solutionName: _embedded.solutionName };
}

interface Made {
  readonly versionId: string;
  readonly minute: number;
  readonly wanted?: string;
  readonly job?: string;
  readonly micros?: number;
}

const start = Date.UTC(2026, 2, 1, 10);
const remember = (organisationId: string, made: readonly Made[]) =>
  rememberExecutions(
    made.map(({ versionId, minute, wanted, job, micros = 1_000 }) => ({
      organisationId,
      versionId,
      definition,
      input: { ...(wanted === undefined ? {} : { wanted }), ...(job === undefined ? {} : { job }) },
      started: new Date(start + minute * 60_000),
      durationMicros: micros,
    })),
  );

const query = { start: "2026-03-01T10:00:00Z", end: "2026-03-01T12:00:00Z", gran: "hour" };
const details = async (person: Person, id = "ALL") => (await person.must("stats.details", { query: { ...query, id } }))._embedded;
const count = () =>
  detailMinutes(api.adminClickHouse, {
    settleMillis: 0,
    maxStretches: 1_000,
    sourcesOf: (_organisation, ids) => {
      const outcome = outcomeSourceOf(definition);
      return Promise.resolve(new Map(outcome === undefined ? [] : ids.map((id) => [id, outcome])));
    },
  });

test("counts outcomes and reason codes exactly and durations within 2.5 %, before and after a worker counts", async () => {
  const first = await version(admin, "1.0");
  const second = await version(admin, "2.0");
  const micros = Array.from({ length: 100 }, (_, at) => 500 + at * 97);
  await remember(admin.organisationId, [
    ...micros.map((duration, at) => ({
      versionId: first.versionId,
      minute: at % 60,
      wanted: at < 40 ? "Approve" : at < 70 ? "Refer" : at < 95 ? "Decline" : `Person ${at}`,
      ...(at % 4 === 0 ? { job: "R01" } : at % 4 === 1 ? { job: "R02" } : {}),
      micros: duration,
    })),
    { versionId: second.versionId, minute: 70, wanted: "Approve", job: "R02", micros: 50_000 },
    // Before, after.
    { versionId: first.versionId, minute: -1, wanted: "Approve" },
    { versionId: first.versionId, minute: 120, wanted: "Approve" },
  ]);
  await remember(newId(), [{ versionId: first.versionId, minute: 5, wanted: "Refer", job: "R09" }]);

  const check = async () => {
    const all = await details(admin);
    expect(all).toMatchObject({ key: "ALL", granularity: "PT1H", total: 101, failed: 0, counted: 101 });
    expect(all.outcomes).toEqual([
      { outcome: "Approve", count: 41 },
      { outcome: "Refer", count: 30 },
      { outcome: "Decline", count: 25 },
      // A value that no node sets may be personal data, and is counted as other.
      { outcome: "Other", count: 5 },
    ]);
    expect(all.series.map(({ start: at, total, outcomes }) => [at, total, outcomes.length])).toEqual([
      ["2026-03-01T10:00:00.000Z", 100, 4],
      ["2026-03-01T11:00:00.000Z", 1, 1],
    ]);
    expect(all.reasonCodes).toEqual([
      { code: "R02", count: 26 },
      { code: "R01", text: "Short time in job", count: 25 },
    ]);
    expect(all.versions.map(({ versionName, solutionName, total }) => [solutionName, versionName, total])).toEqual([
      [first.solutionName, "1.0", 100],
      [second.solutionName, "2.0", 1],
    ]);
    const { p50Millis, p95Millis } = all.series[0] ?? {};
    expect((p50Millis ?? 0) / ((micros[49] ?? 1) / 1000)).toBeCloseTo(1, 1);
    expect(Math.abs((p50Millis ?? 0) / ((micros[49] ?? 1) / 1000) - 1)).toBeLessThan(0.025);
    expect(Math.abs((p95Millis ?? 0) / ((micros[94] ?? 1) / 1000) - 1)).toBeLessThan(0.025);
    const one = await details(admin, second.versionId);
    expect(one).toMatchObject({ total: 1, outcomes: [{ outcome: "Approve", count: 1 }], reasonCodes: [{ code: "R02", count: 1 }] });
  };
  await check();
  await count();
  await check();
  // The executions are dropped; their counts are kept.
  await api.adminClickHouse.command("DELETE FROM executions WHERE organisation = {organisation:String}", {
    organisation: admin.organisationId,
  });
  const { outcomes, counted } = await details(admin);
  expect([counted, outcomes[0]]).toEqual([101, { outcome: "Approve", count: 41 }]);
});

test("a duplicate execution counts once, and one whose execution record was erased keeps its outcome", async () => {
  const person = await newOrganisation(api, root, "Twice");
  const { versionId } = await version(person, "1.0");
  const made = { versionId, minute: 3, wanted: "Refer", job: "R01" };
  await remember(person.organisationId, [made, { ...made, wanted: "Approve" }]);
  await api.adminClickHouse.command("INSERT INTO executions SELECT * FROM executions WHERE organisation = {organisation:String}", {
    organisation: person.organisationId,
  });
  const outcomes = [
    { outcome: "Approve", count: 1 },
    { outcome: "Refer", count: 1 },
  ];
  expect(await details(person)).toMatchObject({ total: 2, counted: 2, outcomes });
  await count();
  await api.adminClickHouse.command(
    "ALTER TABLE executions UPDATE record = '', erased = now() WHERE organisation = {organisation:String} SETTINGS mutations_sync = 1",
    { organisation: person.organisationId },
  );
  // What an erasure does, and a worker after it.
  await api.adminClickHouse.command(
    `INSERT INTO execution_minutes (organisation, version, minute, marked)
     SELECT organisation, version, minute, now64(3) FROM execution_minutes WHERE organisation = {organisation:String}`,
    { organisation: person.organisationId },
  );
  await count();
  expect(await details(person)).toMatchObject({ total: 2, counted: 2, outcomes, reasonCodes: [{ code: "R01", count: 2 }] });
});

test("minutes of an earlier release are counted by a worker, and until then the response has the number of counted ones", async () => {
  const person = await newOrganisation(api, root, "Earlier");
  const { versionId } = await version(person, "1.0");
  await remember(person.organisationId, [{ versionId, minute: 1, wanted: "Approve" }]);
  // As 0.5.0 left them: counted, and marked long ago.
  await api.adminClickHouse.command(
    "ALTER TABLE execution_minutes DELETE WHERE organisation = {organisation:String} SETTINGS mutations_sync = 1",
    {
      organisation: person.organisationId,
    },
  );
  await api.adminClickHouse.command(
    `INSERT INTO execution_minutes (organisation, version, minute, marked, counted, completed)
     VALUES ({organisation:String}, {version:String}, toDateTime({minute:UInt32}, 'UTC'), now64(3) - 86400, now64(3) - 80000, 1)`,
    { organisation: person.organisationId, version: versionId, minute: start / 1000 + 60 },
  );
  expect(await details(person)).toMatchObject({ total: 1, counted: 0, outcomes: [], p95Millis: null });
  await count();
  expect(await details(person)).toMatchObject({ total: 1, counted: 1, outcomes: [{ outcome: "Approve", count: 1 }] });
});

test("another organisation sees none of it, and its versions are not found", async () => {
  const other = await newOrganisation(api, root, "Other");
  const { versionId } = await version(other, "1.0");
  await remember(other.organisationId, [{ versionId, minute: 1, wanted: "Approve" }]);
  expect((await details(other)).total).toBe(1);
  const stranger = await newOrganisation(api, root, "Stranger");
  expect(await details(stranger)).toMatchObject({ total: 0, versions: [], reasonCodes: [], outcomes: [] });
  const response = await api.ask(stranger.token, "stats.details", { query: { ...query, id: versionId } });
  expect([response.statusCode, response.json()]).toMatchObject([404, { code: "VERSION_NOT_FOUND" }]);
});

test("buckets that split minutes are refused", async () => {
  const response = await api.ask(admin.token, "stats.details", { query: { ...query, gran: "PT45S" } });
  expect(response.json()).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field: "gran" }] });
});
