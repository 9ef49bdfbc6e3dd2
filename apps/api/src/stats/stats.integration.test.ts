import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { version } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Stats");
});
afterAll(() => api.close());

interface Made {
  readonly organisation?: string;
  readonly versionId: string;
  readonly at: string;
  readonly id?: string;
  readonly status?: "completed" | "failed";
}

async function insert(executions: readonly Made[]): Promise<void> {
  const lines = executions.map(({ organisation = admin.organisationId, versionId, at, id = newId(), status = "completed" }) =>
    JSON.stringify([organisation, versionId, at.replace("T", " ").replace("Z", ""), id, "s", "k", 10, status, "[]"]),
  );
  const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;
  await api.adminClickHouse.insertLines("executions", [...columns] as [string, ...string[]], lines);
}

const range = { start: "2026-03-01T10:00:00Z", end: "2026-03-01T13:00:00Z" };

test("counts executions once each, in every bucket of the range, for one version or all", async () => {
  const first = (await version(admin))["versionId"] ?? "";
  const second = (await version(admin))["versionId"] ?? "";
  const twice = newId();
  await insert([
    { versionId: first, at: "2026-03-01T10:00:00.000000Z" },
    { versionId: first, at: "2026-03-01T10:59:59.999999Z", id: twice },
    { versionId: first, at: "2026-03-01T12:30:00.000000Z", status: "failed" },
    { versionId: second, at: "2026-03-01T12:31:00.000000Z" },
    // Before, after, and of another organisation.
    { versionId: first, at: "2026-03-01T09:59:59.999999Z" },
    { versionId: first, at: "2026-03-01T13:00:00.000000Z" },
    { versionId: first, at: "2026-03-01T12:30:00.000000Z", organisation: newId() },
  ]);
  // The worker may insert an execution twice; until parts are merged there are duplicates.
  await insert([{ versionId: first, at: "2026-03-01T10:59:59.999999Z", id: twice }]);

  const one = await admin.must("version.stats", { at: { versionId: first }, query: { ...range, gran: "hour" } });
  expect(one._embedded).toEqual({
    key: first,
    start: "2026-03-01T10:00:00.000Z",
    end: "2026-03-01T13:00:00.000Z",
    granularity: "PT1H",
    total: 3,
    failed: 1,
    meanMillis: 0.01,
    stats: { "2026-03-01T10:00:00.000Z": 2, "2026-03-01T11:00:00.000Z": 0, "2026-03-01T12:00:00.000Z": 1 },
    failures: { "2026-03-01T10:00:00.000Z": 0, "2026-03-01T11:00:00.000Z": 0, "2026-03-01T12:00:00.000Z": 1 },
  });
  const all = await admin.must("stats.read", { query: { ...range, gran: "PT90M" } });
  // Bounds are rounded outwards to whole buckets, so the adjacent ones are included.
  expect(all._embedded).toMatchObject({
    key: "ALL",
    total: 6,
    stats: { "2026-03-01T09:00:00.000Z": 2, "2026-03-01T10:30:00.000Z": 1, "2026-03-01T12:00:00.000Z": 3 },
  });
  const chosen = await admin.must("stats.read", { query: { ...range, gran: "hour", id: second } });
  expect(chosen._embedded.total).toBe(1);
});

test("an invalid request is refused by its field", async () => {
  for (const [field, query] of [
    ["gran", { gran: "fortnight" }],
    ["start", { start: "yesterday" }],
    ["end", { end: "2026-13-01T00:00:00Z" }],
    ["start", { start: range.end, end: range.start }],
    ["gran", { start: "2000-01-01T00:00:00Z", gran: "minute" }],
  ] as const) {
    const response = await api.ask(admin.token, "stats.read", { query });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: "INVALID_REQUEST", problems: [{ field }] });
  }
});
