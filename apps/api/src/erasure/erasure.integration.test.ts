import type { Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rememberExecutions } from "../testing/past-execution.ts";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { runnable } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";
import { previewErasure } from "./preview.ts";
import { erasableVersions } from "./store.ts";

let api: TestApi;
let root: Person;
beforeAll(async () => {
  api = await startTestApi();
  root = await rootAdministrator(api);
});
afterAll(() => api.close());

const definition: Definition = {
  ...runnable,
  applicationDatasetFields: [
    { key: "number", name: "number", type: "Integer", required: false },
    { key: "person", name: "person", type: "String", required: false },
  ],
};

interface Decided {
  readonly solutionId: string;
  readonly versionId: string;
  readonly name: string;
}

async function decided(admin: Person, inputs: readonly object[]): Promise<Decided> {
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: `Erased ${newId()}` } });
  const at = { solutionId: solution.webSafeString };
  await admin.must("definition.update", { at, body: definition });
  const { _embedded: version } = await admin.must("solution.versions.create", { at, body: {} });
  const versionId = version.webSafeString;
  await rememberExecutions(inputs.map((input) => ({ organisationId: admin.organisationId, versionId, definition, input })));
  return { ...at, versionId, name: solution.name };
}

async function create(admin: Person, value: string) {
  const { _embedded, _links } = await admin.must("erasures.create", { body: { field: "person", value } });
  return { ..._embedded, links: _links, at: { erasureId: _embedded.webSafeString } };
}

test("a preview counts what would be erased: by field, value and solution, only in the own organisation", async () => {
  const admin = await newOrganisation(api, root, "Previewing");
  const one = await decided(admin, [{ person: "ada", number: 7 }, { person: "ada" }, { person: "Ada" }, { number: 7 }]);
  await decided(admin, [{ person: "ada" }]);
  await decided(await newOrganisation(api, root, "Others"), [{ person: "ada" }]);
  const preview = async (body: object) => (await admin.must("erasures.preview", { body }))._embedded;
  const exactly = { counted: "exactly", delaySeconds: 3600 };
  expect(await preview({ field: "person", value: "ada" })).toEqual({ executions: 3, solutions: 2, versions: 2, ...exactly });
  expect(await preview({ field: "person", value: "ada", solutionWss: one.solutionId })).toEqual({
    executions: 2,
    solutions: 1,
    versions: 1,
    ...exactly,
  });
  expect(await preview({ field: "number", value: "7" })).toMatchObject({ executions: 2, solutions: 1 });
  expect(await preview({ field: "person", value: "grace" })).toMatchObject({ executions: 0, solutions: 0, counted: "exactly" });
  const unknown = await api.ask(admin.token, "erasures.preview", { body: { field: "nobody", value: "ada" } });
  expect([unknown.statusCode, unknown.json()]).toMatchObject([409, { code: "ERASURE_FIELD_UNKNOWN" }]);
  // The preview starts nothing.
  expect((await admin.must("erasures.list")).items).toEqual([]);
});

test("a preview is limited in count and time", async () => {
  const admin = await newOrganisation(api, root, "Bounded");
  await decided(admin, [{ person: "ada" }, { person: "ada" }, { person: "ada" }]);
  await decided(admin, [{ person: "ada" }]);
  const { organisationId } = admin;
  const field = { field: "person", value: "ada" };
  const versions = await api.parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) => erasableVersions(tx, field));
  expect(versions.map(({ position, type }) => [position, type])).toEqual([
    [2, "String"],
    [2, "String"],
  ]);
  const { signal } = new AbortController();
  const bounded = { clickhouse: api.parts.clickhouse, organisationId, signal };
  expect(await previewErasure({ ...bounded, limit: 2 }, versions, "ada")).toMatchObject({ executions: 2, counted: "atLeast" });
  // The second query runs after the time limit.
  let queries = 0;
  const slow = (clickhouse: ClickHouse): ClickHouse => ({
    ...clickhouse,
    forOrganisation: (id, until) => {
      const own = clickhouse.forOrganisation(id, until);
      return {
        ...own,
        query: async (sql, parameters) => {
          queries += 1;
          if (queries === 2) await new Promise((resolve) => until?.addEventListener("abort", resolve));
          return own.query(sql, parameters);
        },
      };
    },
  });
  const late = await previewErasure({ ...bounded, clickhouse: slow(api.parts.clickhouse), millis: 5_000 }, versions, "ada");
  expect(late).toEqual({ executions: 1, counted: "atLeast", solutions: 1, versions: 1 });
});

test("fields to erase by are listed with the solutions that have them", async () => {
  const admin = await newOrganisation(api, root, "Fields");
  const [one, two] = [await decided(admin, []), await decided(admin, [])];
  const solutions = [one, two].map(({ solutionId, name }) => ({ webSafeString: solutionId, name }));
  solutions.sort((a, b) => (a.name < b.name ? -1 : 1));
  const { items } = await admin.must("erasures.fields");
  expect(items.map(({ _embedded }) => _embedded)).toEqual([
    { name: "number", solutions },
    { name: "person", solutions },
  ]);
});

test("an erasure waits for its delay, in which it can be cancelled once, and the audit names the user", async () => {
  const admin = await newOrganisation(api, root, "Cancelling");
  await decided(admin, [{ person: "ada" }]);
  const erasure = await create(admin, "ada");
  expect(erasure).toMatchObject({ status: "waiting", cancelledDate: null });
  expect(Date.parse(erasure.beginsDate) - Date.parse(erasure.createdDate)).toBe(3_600_000);
  expect(Object.keys(erasure.links)).toEqual(expect.arrayContaining(["self", "cancel"]));

  // Two administrators concurrently.
  const other = await newColleague(api, admin, ["executions.erase"]);
  const both = await Promise.all([admin, other].map(({ token }) => api.ask(token, "erasure.cancel", { at: erasure.at })));
  expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: "ERASURE_BEGUN" });
  const { _embedded: cancelled, _links } = await admin.must("erasure.read", { at: erasure.at });
  expect(cancelled).toMatchObject({ status: "cancelled", erased: 0 });
  expect(Date.parse(cancelled.cancelledDate ?? "")).toBeGreaterThanOrEqual(Date.parse(erasure.createdDate));
  expect(Object.keys(_links)).toEqual(["self"]);

  const { items } = await admin.must("audit.list", { query: { noun: "erasure" } });
  expect(items.map(({ _embedded: { change, changed } }) => [change, changed])).toEqual([
    ["updated", ["cancelledDate"]],
    ["created", []],
  ]);
});

test("a running erasure cannot be cancelled", async () => {
  const admin = await newOrganisation(api, root, "Begun");
  await decided(admin, []);
  const { at } = await create(admin, "ada");
  const { organisationId } = admin;
  await api.parts.postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx.updateTable("erasures").set({ status: "running" }).where("id", "=", at.erasureId).execute(),
  );
  const refused = await api.ask(admin.token, "erasure.cancel", { at });
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: "ERASURE_BEGUN" }]);
});
