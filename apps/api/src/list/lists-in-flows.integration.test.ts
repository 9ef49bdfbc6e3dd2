import { emptyDefinition, newLink, newNode, type Definition, type FlowList, type FormulaNode, type LookupNode } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { expect, test } from "vitest";
import { apiInOrganisation } from "../testing/api-in-organisation.ts";
import { compared } from "../testing/comparisons.ts";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { newExperiment, ran } from "../testing/experiments.ts";
import { newOrganisation } from "../testing/person.ts";

const { api, root, admin } = await apiInOrganisation("Lists in flows");

/** Keys with what TabSeparated escapes, and a row without a name. */
const rows = [
  { key: "BE", values: ["Belgium", 0.1] },
  { key: "N\\L\t1", values: ["Tab\\N", 0.3] },
  { key: "FR", values: [null, null] },
];

/** A list in effect with these rows. */
async function published(): Promise<FlowList> {
  const name = `Countries ${newId()}`;
  const columns = [
    { name: "name", type: "String" as const },
    { name: "share", type: "Float" as const },
  ];
  const { _embedded } = await admin.must("lists.create", { body: { name, key: { name: "code" }, columns } });
  const listId = _embedded.webSafeString;
  await admin.must("list.rows.change", { at: { listId }, body: { put: rows } });
  await admin.must("list.versions.create", { at: { listId }, body: {} });
  return { listId, name, keyType: "String", columns };
}

/** Version 2: the share of Belgium is 0.9. */
async function publishSecond({ listId }: FlowList): Promise<void> {
  await admin.must("list.rows.change", { at: { listId }, body: { put: [{ key: "BE", values: ["Belgium", 0.9] }] } });
  await admin.must("list.versions.create", { at: { listId }, body: {} });
}

const hasShare = {
  conditionalOperator: "&&",
  leftHandDatasource: "Runtime",
  leftHandFieldname: "share",
  leftHandType: "Float",
  operator: ">",
  rightHandDatasource: "Literal",
  rightHandFieldname: "0.05",
} as const;

/** Looks a country up; one with a share above 0.05 has a level, which is high above a half. */
function flow(list: FlowList): Definition {
  const start = newNode("Start", "start", 0, 0);
  const lookup: LookupNode = {
    ...newNode("Lookup", "lookup", 200, 0),
    list: list.name,
    keyDatasource: "Application",
    keyField: "country",
    lookupOutputs: [
      { column: "name", resultField: "name" },
      { column: "share", resultField: "share" },
    ],
    foundField: "found",
  };
  const formula: FormulaNode = {
    ...newNode("Formula", "formula", 400, 0),
    formulas: [{ formula: `if(inList(application.country, "${list.name}") and runtime.share > 0.5, "high", "low")`, resultField: "level" }],
  };
  const end = newNode("End", "end", 600, 0);
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, lookup, formula, end],
      links: [newLink("a", start, lookup), { ...newLink("b", lookup, formula), conditionFields: [hasShare] }, newLink("c", formula, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "country", name: "country", type: "String", required: false }],
    runtimeDatasetFields: [
      { key: "name", name: "name", type: "String", required: false },
      { key: "share", name: "share", type: "Float", required: false },
      { key: "found", name: "found", type: "Boolean", required: false },
      { key: "level", name: "level", type: "String", required: false },
    ],
    lists: [list],
  };
}

async function solutionOf(definition: Definition): Promise<{ readonly solutionId: string }> {
  const { _embedded } = await admin.must("solutions.create", { body: { name: `Listed ${newId()}`, definition } });
  return { solutionId: _embedded.webSafeString };
}

const code = (response: { readonly json: () => unknown }) => (response.json() as { readonly code?: string }).code;

test("a version follows a list or pins the version in effect, and says so", async () => {
  const list = await published();
  const at = await solutionOf(flow(list));
  const { _embedded: follows } = await admin.must("solution.versions.create", { at, body: {} });
  const { _embedded: pins } = await admin.must("solution.versions.create", { at, body: { pinnedLists: [list.listId] } });
  const named = { listWss: list.listId, listName: list.name };
  expect([follows.lists, pins.lists]).toEqual([[{ ...named, pinned: null }], [{ ...named, pinned: 1 }]]);
  expect(pins.behaviour).toBe(4);
  const { items } = await admin.must("list.uses", { at: { listId: list.listId } });
  expect(items.map(({ _embedded: { pinned } }) => pinned ?? 0).toSorted((one, other) => one - other)).toEqual([0, 1]);
  const { _embedded: frozen } = await admin.must("version.definition", { at: { versionId: pins.webSafeString } });
  expect(frozen.lists).toEqual([{ ...list, version: 1 }]);
  expect(code(await api.ask(admin.token, "list.delete", { at: { listId: list.listId } }))).toBe("LIST_IN_USE");
});

test("a flow whose list is not in effect, of another shape or another organisation's is not frozen", async () => {
  const list = await published();
  const refusalOf = async (changed: FlowList) => {
    const at = await solutionOf(flow(changed));
    return code(await api.ask(admin.token, "solution.versions.create", { at, body: {} }));
  };
  const stranger = await newOrganisation(api, root, "Other lists");
  const { _embedded: theirs } = await stranger.must("lists.create", {
    body: { name: list.name, key: { name: "code" }, columns: [...list.columns] },
  });
  await stranger.must("list.rows.change", { at: { listId: theirs.webSafeString }, body: { put: rows } });
  await stranger.must("list.versions.create", { at: { listId: theirs.webSafeString }, body: {} });
  expect(await refusalOf({ ...list, listId: theirs.webSafeString })).toBe("LIST_NOT_IN_EFFECT");
  expect(await refusalOf({ ...list, listId: newId() })).toBe("LIST_NOT_IN_EFFECT");
  expect(await refusalOf({ ...list, columns: [...list.columns, { name: "more", type: "Integer" }] })).toBe("LIST_CHANGED");
  const { _embedded: unpublished } = await admin.must("lists.create", {
    body: { name: `New ${newId()}`, key: { name: "code" }, columns: [...list.columns] },
  });
  expect(await refusalOf({ ...list, listId: unpublished.webSafeString })).toBe("LIST_NOT_IN_EFFECT");
});

test("a test execution looks values up in the version in effect, and fails where there is none", async () => {
  const list = await published();
  const at = await solutionOf(flow(list));
  const execute = async (country: string) => (await admin.must("solution.execute", { at, body: { country } }))._embedded;
  expect(await execute("BE")).toMatchObject({
    status: "completed",
    runtimeData: { name: "Belgium", share: 0.1, found: true, level: "low" },
  });
  expect(await execute("FR")).toMatchObject({ runtimeData: { found: true } });
  expect((await execute("DE")).runtimeData).toEqual({ found: false });
  await publishSecond(list);
  expect(await execute("BE")).toMatchObject({ runtimeData: { share: 0.9, level: "high" } });
  const elsewhere = await solutionOf(flow({ ...list, listId: newId() }));
  const { _embedded: failed } = await admin.must("solution.execute", { at: elsewhere, body: { country: "BE" } });
  expect(failed).toMatchObject({ status: "failed", error: { code: "LIST_UNAVAILABLE", nodeId: "start" } });
});

test("keys are looked up by the API in the version in effect or another", async () => {
  const list = await published();
  await publishSecond(list);
  const at = { listId: list.listId };
  const { _embedded: now } = await admin.must("list.lookup", { at, body: { keys: ["FR", "DE", "BE"] } });
  expect(now).toEqual({
    version: 2,
    rows: [
      { key: "BE", values: ["Belgium", 0.9] },
      { key: "FR", values: [null, null] },
    ],
  });
  const { _embedded: before } = await admin.must("list.lookup", { at, body: { keys: ["BE"], version: 1 } });
  expect(before).toEqual({ version: 1, rows: [{ key: "BE", values: ["Belgium", 0.1] }] });
  expect(code(await api.ask(admin.token, "list.lookup", { at, body: { keys: [], version: 3 } }))).toBe("LIST_VERSION_NOT_FOUND");
});

const countries = ["BE", "N\\L\t1", "FR", "DE", ""];

async function countriesSource(): Promise<string> {
  const lines = Array.from({ length: 50 }, (_, at) => `"${countries[at % countries.length] ?? ""}"`);
  const file = await uploadFile(admin, `Countries ${newId()}.csv`, `country\n${lines.join("\n")}\n`);
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, _embedded.importWss ?? "");
  return _embedded.webSafeString;
}

test("an experiment and its traces use one version of a list, whatever is published later; thresholds too", async () => {
  const list = await published();
  const experimentId = await newExperiment(admin, flow(list), await countriesSource(), "all");
  const { _embedded: started } = await admin.must("experiment.run", { at: { experimentId } });
  const at = { experimentResultId: started.webSafeString };
  const result = await ran(admin, at.experimentResultId);
  expect([result.status, result.message, result.resultsCount]).toEqual(["done", "", 50]);
  await publishSecond(list);
  const { _embedded } = await admin.must("experimentResult.records", { at, body: { filters: [], limit: 5, after: 0 } });
  const shown = _embedded.records.map((record) => ["name", "share", "found", "level"].map((name) => record[`runtime.${name}`] ?? null));
  expect(shown).toEqual([
    ["Belgium", 0.1, true, "low"],
    ["Tab\\N", 0.3, true, "low"],
    [null, null, true, null],
    [null, null, false, null],
    [null, null, false, null],
  ]);
  const { _embedded: trace } = await admin.must("experimentResult.record", { at: { ...at, row: "1" } });
  expect(trace).toMatchObject({ outcome: "completed", runtimeData: { share: 0.1, level: "low" } });
  const changes = [{ id: "b", path: "conditionFields.0.rightHandFieldname", value: "0.2" }];
  const { _embedded: whatIf } = await admin.must("experimentResult.whatIf", { at, body: { changes } });
  // The share of Belgium, 0.1, is not above it.
  expect(whatIf.changed).toBe(10);
});

test("a version that pins a list is compared over rows with one that follows it", async () => {
  const list = await published();
  const at = await solutionOf(flow(list));
  const { _embedded: pins } = await admin.must("solution.versions.create", { at, body: { pinnedLists: [list.listId] } });
  const { _embedded: follows } = await admin.must("solution.versions.create", { at, body: {} });
  await publishSecond(list);
  const { at: found, fields } = await compared(admin, {
    left: { versionWss: pins.webSafeString },
    right: { versionWss: follows.webSafeString },
    over: {
      datasourceId: await countriesSource(),
      fieldMapping: [{ key: "country", value: "country", useDatasource: true }],
      records: "all",
    },
    outcomeField: "level",
  });
  expect([fields.status, fields.message]).toEqual(["done", ""]);
  expect(fields.summary).toMatchObject({ compared: 50, changed: 10 });
  const { _embedded: record } = await admin.must("comparison.record", { at: { ...found, recordId: "1" } });
  expect([record.left?.runtimeData, record.right?.runtimeData]).toMatchObject([{ share: 0.1 }, { share: 0.9 }]);
});
