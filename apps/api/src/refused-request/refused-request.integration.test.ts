import { newLink, newNode, type Definition } from "@airlock/flow";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newAddress, newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { rememberRefusedRequests } from "../testing/refused-request.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let worker: ClickHouse;
let admin: Person;
let stranger: Person;
let account = "";
let versionId = "";
let solutionId = "";

const hour = 3_600_000;
/** In the middle of an hour, so that counts per hour do not depend on the time of the test. */
const now = Math.floor(Date.now() / hour) * hour - hour / 2;

interface Refused {
  readonly organisation: string;
  readonly hoursAgo: number;
  readonly code?: string;
  readonly status?: number;
  readonly caller?: string;
  readonly version?: string;
  readonly correlation?: string;
  readonly fields?: readonly string[];
  readonly notStored?: number;
}

/** Of the version and the account above by default. */
function refuse(requests: readonly Refused[]): Promise<readonly string[]> {
  return rememberRefusedRequests(
    requests.map(({ organisation, hoursAgo, version = versionId, caller = account, ...fields }) => ({
      organisationId: organisation,
      versionId: version,
      callerId: caller,
      at: now - hoursAgo * hour,
      ...fields,
    })),
  );
}

function smallest(): Definition {
  const [start, end] = [newNode("Start", "start", 0, 0), newNode("End", "end", 200, 0)];
  return {
    solutionDefinition: { nodes: [start, end], links: [newLink("l1", start, end)], zoom: 100 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
}

let ids: readonly string[] = [];

beforeAll(async () => {
  api = await startTestApi();
  worker = openTestClickHouse("worker");
  const root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Refused");
  stranger = await newOrganisation(api, root, "Strangers");
  const solution = await admin.must("solutions.create", { body: { name: "Consumer credit" } });
  solutionId = solution._embedded.webSafeString;
  await admin.must("definition.update", { at: { solutionId }, body: smallest() });
  const made = await admin.must("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
  versionId = made._embedded.webSafeString;
  const body = { name: "broker-web", emailAddress: newAddress(), organisationWss: admin.organisationId, type: "System account" };
  const user = await admin.must("users.create", { body });
  account = user._embedded.webSafeString;
  const { organisationId: organisation } = admin;
  ids = await refuse([
    { organisation, hoursAgo: 0, fields: ["net_income"], correlation: "order-17" },
    { organisation, hoursAgo: 0, notStored: 5 },
    { organisation, hoursAgo: 1, code: "QUOTA_EXCEEDED", status: 429, caller: "gone" },
    { organisation, hoursAgo: 30, version: "unknown", code: "VERSION_NOT_FOUND", status: 404 },
  ]);
  await refuse([{ organisation: stranger.organisationId, hoursAgo: 0, correlation: "order-17" }]);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const found = async (query: Readonly<Record<string, string>> = {}) =>
  (await admin.must("refusedRequests.list", { query })).items.map(({ _embedded }) => _embedded);
const idsOf = async (query: Readonly<Record<string, string>>) => (await found(query)).map(({ webSafeString }) => webSafeString);

test("the newest is first, with the names of its entities", async () => {
  const items = await found();
  expect(items.map(({ webSafeString }) => webSafeString)).toEqual([ids[1], ids[0], ids[2], ids[3]]);
  expect(items[1]).toEqual({
    webSafeString: ids[0],
    at: new Date(now).toISOString(),
    status: 400,
    code: "INPUT_INVALID",
    description: "What to do.",
    method: "POST",
    address: `/dme/manage/v1/versions/${versionId}/execute`,
    versionWss: versionId,
    versionName: "v1",
    solutionWss: solutionId,
    solutionName: "Consumer credit",
    keyWss: "key",
    callerWss: account,
    callerName: "broker-web",
    correlationId: "order-17",
    durationMillis: 2,
    remoteAddress: "145.53.12.8",
    userAgent: "python-requests/2.32",
    problems: [{ field: "net_income", message: "This must be a number." }],
    notStored: 0,
  });
  expect(items[3]).toMatchObject({ versionWss: "unknown", callerName: "broker-web" });
  expect(items[3]).not.toHaveProperty("solutionName");
  expect(items[2]).not.toHaveProperty("callerName");
});

test("each filter finds its matches", async () => {
  expect(await idsOf({ search: "order-17" })).toEqual([ids[0]]);
  expect(await idsOf({ code: "QUOTA_EXCEEDED" })).toEqual([ids[2]]);
  expect(await idsOf({ status: "404" })).toEqual([ids[3]]);
  expect(await idsOf({ caller: "gone" })).toEqual([ids[2]]);
  expect(await idsOf({ solution: solutionId })).toEqual([ids[1], ids[0], ids[2]]);
  expect(await idsOf({ solution: "none" })).toEqual([]);
  expect(await idsOf({ version: "unknown", key: "key" })).toEqual([ids[3]]);
  expect(await idsOf({ key: "other" })).toEqual([]);
  const [from, to] = [new Date(now - 2 * hour).toISOString(), new Date(now).toISOString()];
  expect(await idsOf({ from, to })).toEqual([ids[2]]);
});

test("pages are consecutive, also while rows are duplicated", async () => {
  const person = await newOrganisation(api, await rootAdministrator(api), "Paged");
  const { organisationId: organisation } = person;
  const made = await refuse(Array.from({ length: 5 }, (_, index) => ({ organisation, hoursAgo: Math.floor(index / 2) })));
  await worker.command("INSERT INTO refused_requests SELECT * FROM refused_requests WHERE organisation = {organisation:String}", {
    organisation,
  });
  const seen: string[] = [];
  let query: Record<string, string> | undefined = { limit: "2" };
  while (query !== undefined) {
    const page: Awaited<ReturnType<typeof person.must<"refusedRequests.list">>> = await person.must("refusedRequests.list", { query });
    expect(page._embedded).toEqual({ total: 5, exact: true });
    seen.push(...page.items.map(({ _embedded }) => _embedded.webSafeString));
    const next: string | undefined = page._links["next"]?.href;
    query = next === undefined ? undefined : Object.fromEntries(new URL(next, "http://x").searchParams);
  }
  expect(seen).toEqual([made[1], made[0], made[3], made[2], made[4]]);
  const refused = await api.ask(person.token, "refusedRequests.list", { query: { after: "x" } });
  expect(refused.statusCode).toBe(400);
});

test("hours include those that are not stored individually, and codes, callers and solutions can be filtered by", async () => {
  const query = { from: new Date(now - 3 * hour).toISOString(), to: new Date(now + 1).toISOString() };
  const { _embedded: counts } = await admin.must("refusedRequests.count", { query });
  expect(counts.total).toBe(8);
  expect(Object.values(counts.counts)).toEqual([0, 0, 1, 7]);
  expect(counts.codes).toEqual([
    { code: "INPUT_INVALID", status: 400, total: 7 },
    { code: "QUOTA_EXCEEDED", status: 429, total: 1 },
  ]);
  expect(counts.callers).toEqual([
    { callerWss: account, callerName: "broker-web", total: 7 },
    { callerWss: "gone", total: 1 },
  ]);
  expect(counts.solutions).toEqual([{ solutionWss: solutionId, solutionName: "Consumer credit", total: 8 }]);
  const like = await admin.must("refusedRequests.count", { query: { ...query, code: "QUOTA_EXCEEDED" } });
  expect(like._embedded.total).toBe(1);
});

test("another organisation sees its own, and no one without the permission sees any", async () => {
  const theirs = await stranger.must("refusedRequests.list");
  expect(theirs.items.map(({ _embedded }) => _embedded.webSafeString)).not.toContain(ids[0]);
  expect(theirs.items).toHaveLength(1);
  // The row refers to a version and an account of the other organisation, whose names are not returned.
  expect(theirs.items[0]?._embedded).not.toHaveProperty("solutionName");
  expect(theirs.items[0]?._embedded).not.toHaveProperty("callerName");
  const reader = await newColleague(api, admin, ["versions.list"]);
  expect((await api.ask(reader.token, "refusedRequests.list")).statusCode).toBe(403);
  expect((await api.ask(reader.token, "refusedRequests.count")).statusCode).toBe(403);
});
