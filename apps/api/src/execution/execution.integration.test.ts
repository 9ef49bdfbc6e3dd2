import { newLink, newNode, type Definition, type RangeScoreNode } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rememberExecutions } from "../testing/past-execution.ts";
import { newAddress, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let stranger: Person;
let first = "";
let second = "";
let ids: readonly string[] = [];

/** A score by age with a reason code, and a decision by name. */
function scoring(): Definition {
  const start = newNode("Start", "start", 0, 0);
  const score: RangeScoreNode = {
    ...newNode("RangeScore", "score", 200, 0),
    scoredDatasource: "Application",
    scoredField: "age",
    resultField: "points",
    ranges: [
      { id: "a", rangeFromIncludeExclude: "[", rangeFrom: "0", rangeTo: "18", rangeToIncludeExclude: ")", score: "5", reasonCode: "YOUNG" },
      { id: "b", rangeFromIncludeExclude: "[", rangeFrom: "18", rangeTo: "200", rangeToIncludeExclude: ")", score: "20", reasonCode: "" },
    ],
  };
  const end = newNode("End", "end", 400, 0);
  return {
    solutionDefinition: { nodes: [start, score, end], links: [newLink("l1", start, score), newLink("l2", score, end)], zoom: 100 },
    applicationDatasetFields: [
      { key: "age", name: "age", type: "Integer", required: true },
      { key: "customer", name: "customer", type: "String", required: false },
    ],
    runtimeDatasetFields: [{ key: "points", name: "points", type: "Float", required: false }],
    applicationTestData: [],
  };
}

async function newVersion(person: Person, definition: Definition): Promise<string> {
  const { _embedded } = await person.must("solutions.create", { body: { name: `Scoring ${newId()}` } });
  const at = { solutionId: _embedded.webSafeString };
  await person.must("definition.update", { at, body: definition });
  const made = await person.must("solution.versions.create", { at, body: { versionName: "v1" } });
  await person.must("version.deploy", { at: { versionId: made._embedded.webSafeString } });
  return made._embedded.webSafeString;
}

beforeAll(async () => {
  api = await startTestApi();
  const root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Executions");
  stranger = await newOrganisation(api, root, "Strangers");
  first = await newVersion(admin, scoring());
  second = await newVersion(admin, scoring());
  const { organisationId } = admin;
  const definition = scoring();
  ids = await rememberExecutions(
    Array.from({ length: 25 }, (_, index) => ({
      organisationId,
      versionId: index % 5 === 0 ? second : first,
      definition,
      input: { age: index + 10, ...(index === 7 ? { customer: 'O"Neil 100%' } : {}) },
      started: new Date(Date.UTC(2026, 4, 1, 12, 0, index)),
      durationMicros: 1_000 * (index + 1),
    })),
  );
});
afterAll(() => api.close());

const found = async (query: Readonly<Record<string, string>>) =>
  (await admin.must("executions.list", { query })).items.map(({ _embedded }) => _embedded);

test("pages are consecutive over days, also while every execution is stored three times", async () => {
  const person = await newOrganisation(api, await rootAdministrator(api), "Thrice");
  const { organisationId } = person;
  const versionId = await newVersion(person, scoring());
  const hours = [0, 1, 2, 30, 31, 80, 200];
  const made = await rememberExecutions(
    hours.map((hour) => ({
      organisationId,
      versionId,
      definition: scoring(),
      input: { age: 30 },
      started: new Date(Date.UTC(2026, 4, 20) - hour * 3_600_000),
    })),
  );
  const columns = "organisation, version, started, id, solution, key, duration_us, status, record";
  for (const share of ["1", "id IN (SELECT id FROM executions GROUP BY id HAVING count() = 2)"]) {
    await api.adminClickHouse.command(
      `INSERT INTO executions (${columns}) SELECT ${columns} FROM executions WHERE organisation = {organisationId:String} AND ${share} LIMIT 1 BY id`,
      { organisationId },
    );
  }
  const seen: string[] = [];
  for (let query: Record<string, string> | undefined = { limit: "2" }; query !== undefined;) {
    const page: Awaited<ReturnType<typeof person.must<"executions.list">>> = await person.must("executions.list", { query });
    expect(page.items.length).toBeLessThanOrEqual(2);
    seen.push(...page.items.map(({ _embedded }) => _embedded.webSafeString));
    const next: string | undefined = page._links["next"]?.href;
    query = next === undefined ? undefined : Object.fromEntries(new URL(next, "http://airlock.test").searchParams);
  }
  expect(seen).toEqual(made);
});

test("pages are consecutive, newest first, over several versions", async () => {
  const seen: string[] = [];
  let query: Record<string, string> = { limit: "10" };
  for (;;) {
    const page = await admin.must("executions.list", { query });
    expect(page._embedded).toEqual({ total: 25, exact: true });
    seen.push(...page.items.map(({ _embedded }) => _embedded.webSafeString));
    const next = page._links["next"]?.href;
    if (next === undefined) break;
    query = Object.fromEntries(new URL(next, "http://api").searchParams);
  }
  expect(seen).toEqual([...ids].reverse());
});

test("an execution has its input, computed values and reasons", async () => {
  const [execution] = await found({ field: "age", value: "15" });
  expect(execution).toMatchObject({
    versionWss: second,
    versionName: "v1",
    started: "2026-05-01T12:00:05.000Z",
    durationMillis: 6,
    status: "completed",
    applicationData: { age: 15 },
    runtimeData: { points: 5 },
    reasonCodes: ["YOUNG"],
  });
});

test.each([
  ["one version", () => ({ versions: second }), 5],
  ["two versions", () => ({ versions: `${first},${second}` }), 25],
  ["a version that is not there", () => ({ versions: newId() }), 0],
  ["a span", () => ({ from: "2026-05-01T12:00:03Z", to: "2026-05-01T12:00:05Z" }), 2],
  ["a field, equal", () => ({ field: "age", value: "12" }), 1],
  ["a field, above", () => ({ field: "age", operator: ">", value: "30" }), 4],
  ["a field that was worked out", () => ({ field: "points", value: "20" }), 17],
  ["a text", () => ({ field: "customer", value: 'O"Neil 100%' }), 1],
  ["a part of a text", () => ({ field: "customer", operator: "contains", value: "NEIL" }), 1],
  ["unequal does not hold for what is missing", () => ({ field: "customer", operator: "!=", value: "x" }), 1],
  ["a field that no version has", () => ({ field: "__proto__", value: "1" }), 0],
  ["no number", () => ({ field: "age", value: "x' OR 1=1 --" }), 0],
  ["a reason code", () => ({ reasonCode: "YOUNG" }), 8],
  ["a reason code that nobody got", () => ({ reasonCode: "') OR 1=1 --" }), 0],
  ["any value", () => ({ search: 'o"neil' }), 1],
  ["an outcome", () => ({ status: "failed" }), 0],
  ["duration", () => ({ minMillis: "3", maxMillis: "5" }), 3],
  ["everything at once", () => ({ versions: first, field: "age", operator: "<", value: "18", reasonCode: "YOUNG", maxMillis: "4" }), 3],
])("finds by %s", async (_, query, count) => {
  await expect(found(query())).resolves.toHaveLength(count);
});

test("a single execution has its events and the definition of its version", async () => {
  const executionId = ids[7] ?? "";
  const { _embedded } = await admin.must("execution.read", { at: { executionId } });
  expect(_embedded).toMatchObject({
    webSafeString: executionId,
    applicationData: { age: 17, customer: 'O"Neil 100%' },
    linksTaken: ["l1", "l2"],
  });
  expect(_embedded.executionEvents.map(({ id, action }) => `${id} ${action}`)).toEqual([
    "start triggered",
    "start left",
    "score triggered",
    "score left",
    "end triggered",
    "end left",
  ]);
  expect(_embedded.steps[1]).toMatchObject({
    nodeId: "score",
    kind: "RangeScore",
    reads: [{ source: "Application", field: "age", value: 17 }],
    changes: [{ source: "Runtime", field: "points", after: 5 }],
    reasonCodes: ["YOUNG"],
    links: [{ linkId: "l2", targetId: "end", taken: true, otherwise: false }],
  });
  expect(_embedded.definition.solutionDefinition.nodes.map(({ id }) => id)).toEqual(["start", "score", "end"]);
});

test("an execution that was inserted twice is listed once", async () => {
  const definition = scoring();
  const started = new Date(Date.UTC(2026, 4, 2));
  const versionId = await newVersion(admin, definition);
  const [id = ""] = await rememberExecutions([{ organisationId: admin.organisationId, versionId, definition, input: { age: 1 }, started }]);
  await api.adminClickHouse.command("INSERT INTO executions SELECT * FROM executions WHERE id = {id:String}", { id });
  const page = await admin.must("executions.list", { query: { versions: versionId } });
  expect(page.items).toHaveLength(1);
  expect(page._embedded.total).toBe(1);
});

test("the slowest can be listed first, from a start time and as one page", async () => {
  const definition = scoring();
  const versions = [await newVersion(admin, definition), await newVersion(admin, definition)];
  const made = await rememberExecutions(
    [40, 10, 90, 20, 90, 60].map((millis, index) => ({
      organisationId: admin.organisationId,
      versionId: versions[index % 2] ?? "",
      definition,
      input: { age: 30 },
      started: new Date(Date.UTC(2026, 4, 3 + index)),
      durationMicros: millis * 1_000,
    })),
  );
  await api.adminClickHouse.command("INSERT INTO executions SELECT * FROM executions WHERE id = {id:String}", { id: made[4] });
  const query = { versions: versions.join(","), order: "slowest", from: "2026-05-04T00:00:00Z", limit: "3" };
  const page = await admin.must("executions.list", { query });
  expect(page.items.map(({ _embedded }) => _embedded.webSafeString)).toEqual([made[4], made[2], made[5]]);
  expect(page._links["next"]).toBeUndefined();
  expect(page._embedded.total).toBe(5);
  const { from: _from, ...endless } = query;
  const refused = await api.ask(admin.token, "executions.list", { query: endless });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([400, "INVALID_REQUEST"]);
});

test("an execution with an unreadable execution record is still listed", async () => {
  const versionId = await newVersion(admin, scoring());
  const id = newId();
  const line = JSON.stringify([admin.organisationId, versionId, "2026-05-03 00:00:00.000", id, "s", "k", 1, "completed", "[]"]);
  await api.adminClickHouse.insertLines(
    "executions",
    ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"],
    [line],
  );
  await expect(found({ versions: versionId })).resolves.toMatchObject([{ webSafeString: id, applicationData: {}, runtimeData: {} }]);
});

test("an execution is found by its id and by the correlation id of its call, and names its caller", async () => {
  const person = await newOrganisation(api, await rootAdministrator(api), "Callers");
  const { organisationId } = person;
  const definition = scoring();
  const [one, other] = [await newVersion(person, definition), await newVersion(person, definition)];
  const body = { name: "Loan desk", emailAddress: newAddress(), organisationWss: organisationId, type: "System account" };
  const callerId = (await person.must("users.create", { body }))._embedded.webSafeString;
  const key = await person.must("user.keys.create", { at: { userId: callerId }, body: { name: "Production" } });
  const keyId = key._embedded.webSafeString;
  const call = { organisationId, definition, keyId };
  const [first = "", second = "", third = "", earlier = ""] = await rememberExecutions([
    { ...call, versionId: one, input: { age: 30 }, callerId, correlationId: "order-17:a" },
    { ...call, versionId: other, input: { age: 30 }, callerId, correlationId: "order-17:a" },
    { ...call, versionId: one, input: { age: 30, customer: "order-17:a" }, callerId },
    // From a release that did not store callers.
    { ...call, versionId: one, input: { age: 30 } },
  ]);
  const search = async (query: Readonly<Record<string, string>>) => {
    const { items, _embedded } = await person.must("executions.list", { query });
    expect(_embedded.total).toBe(items.length);
    return items.map((item) => item._embedded.webSafeString).sort();
  };
  await expect(search({ search: first })).resolves.toEqual([first]);
  await expect(search({ search: first.toLowerCase() })).resolves.toEqual([first]);
  await expect(search({ search: "order-17:a" })).resolves.toEqual([first, second]);
  await expect(search({ search: "order-17:a", versions: other })).resolves.toEqual([second]);
  await expect(search({ id: "order-17:a" })).resolves.toEqual([first, second]);
  await expect(search({ id: "order-17:a", search: "30" })).resolves.toEqual([first, second]);
  await expect(search({ id: "order-17:a", search: "31" })).resolves.toEqual([]);
  await expect(search({ id: "order-17:" })).resolves.toEqual([]);
  // Neither id: text in the values.
  await expect(search({ search: "order-17:" })).resolves.toEqual([third]);
  await expect(search({ search: "order-17:a", field: "customer", operator: "contains", value: "order" })).resolves.toEqual([third]);

  const read = async (executionId: string) => (await person.must("execution.read", { at: { executionId } }))._embedded;
  const names = { keyWss: keyId, keyName: "Production", callerWss: callerId, callerName: "Loan desk" };
  expect(await read(first)).toMatchObject({ ...names, correlationId: "order-17:a" });
  expect(await read(earlier)).toMatchObject(names);
  expect(await read(third)).not.toHaveProperty("correlationId");
});

test("executions of a rollout are found by it and by arm, and have both", async () => {
  const person = await newOrganisation(api, await rootAdministrator(api), "Rollouts");
  const definition = scoring();
  const [live, other] = [await newVersion(person, definition), await newVersion(person, definition)];
  const call = { organisationId: person.organisationId, definition, input: { age: 30 } };
  const [rollout, later] = ["01ROLLOUT", "02ROLLOUT"];
  const [plain = "", champion = "", challenger = "", next = ""] = await rememberExecutions([
    { ...call, versionId: live },
    { ...call, versionId: live, rolloutId: rollout, arm: "champion" },
    { ...call, versionId: other, rolloutId: rollout, arm: "challenger" },
    { ...call, versionId: other, rolloutId: later, arm: "challenger" },
  ]);
  const search = async (query: Readonly<Record<string, string>>) => {
    const { items, _embedded } = await person.must("executions.list", { query });
    expect(_embedded.total).toBe(items.length);
    return items.map((item) => item._embedded.webSafeString).sort();
  };
  await expect(search({})).resolves.toEqual([plain, champion, challenger, next]);
  await expect(search({ rollout })).resolves.toEqual([champion, challenger]);
  await expect(search({ arm: "challenger" })).resolves.toEqual([challenger, next]);
  await expect(search({ rollout, arm: "challenger" })).resolves.toEqual([challenger]);
  const read = async (executionId: string) => (await person.must("execution.read", { at: { executionId } }))._embedded;
  expect(await read(challenger)).toMatchObject({ rolloutWss: rollout, arm: "challenger", versionWss: other });
  expect(Object.keys(await read(plain))).not.toContain("arm");
});

test("executions of another organisation are not found", async () => {
  const executionId = ids[0] ?? "";
  const headers = { "x-correlation-id": "same" };
  const foreign = await api.ask(stranger.token, "execution.read", { at: { executionId }, headers });
  const missing = await api.ask(stranger.token, "execution.read", { at: { executionId: newId() }, headers });
  expect(foreign.statusCode).toBe(404);
  expect(foreign.json()).toEqual(missing.json());
  const list = await stranger.must("executions.list", { query: { versions: first } });
  expect(list.items).toEqual([]);
});

test("each list needs its own permission", async () => {
  const reader = await newColleague(api, admin, ["versionExecutions.list", "versions.list"]);
  expect((await api.ask(reader.token, "executions.list")).statusCode).toBe(403);
  const { items } = await reader.must("version.executions", { at: { versionId: second } });
  expect(items).toHaveLength(5);
});
