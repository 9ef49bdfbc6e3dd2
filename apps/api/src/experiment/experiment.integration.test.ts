import { readFile } from "node:fs/promises";
import type { MarksQuestion, RecordsAnswer, ResultRow } from "@airlock/contract";
import { compile, evaluate, readInput } from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { newExperiment, ran, resultOf } from "../testing/experiments.ts";
import { asOwner, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { runnable } from "../testing/specimens.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";
import { until } from "../testing/until.ts";

let api: TestApi;
let root: Person;
let admin: Person;
let scorecard: Definition;
/** Loans with the scorecard's fields; some lack a required value, and some have a text that is not a number. */
let datasourceId: string;
const loans = 2500;

async function example(name: string): Promise<Definition> {
  const { definition } = JSON.parse(await readFile(new URL(`../../../../examples/${name}.json`, import.meta.url), "utf8")) as {
    readonly definition: unknown;
  };
  const parsed = parseDefinition(definition);
  if (!parsed.ok) throw new Error(`${name} cannot be read.`);
  return parsed.definition;
}

const of = <T>(list: readonly T[], at: number): T | string => list[at % list.length] ?? "";

function loan(at: number): string {
  const spread = (at * 7919) % 100_003;
  return [
    18 + (spread % 60),
    of(["NL", "BE", "DE", "US"], at),
    at % 11 === 0 ? "" : 300 + (spread % 550),
    spread % 4,
    // Required: a row without it is refused.
    at % 97 === 0 ? "" : (spread / 21).toFixed(2),
    at % 5 === 0 ? "" : (spread / 70).toFixed(2),
    of(["permanent", "self-employed", "contract", "temporary", ""], at),
    of(["car", "home improvement", "other"], spread),
  ].join(",");
}

async function newDatasource(person: Person, content: string): Promise<string> {
  const file = await uploadFile(person, `Loans ${newId()}.csv`, content);
  const { _embedded } = await person.must("datasources.create", { body: await fileBody(person, file) });
  await imported(person, _embedded.importWss ?? "");
  return _embedded.webSafeString;
}

beforeAll(async () => {
  api = await startTestApi();
  root = await rootAdministrator(api);
  admin = await newOrganisation(api, root, "Experiments");
  scorecard = await example("consumer-credit-scorecard");
  const names = scorecard.applicationDatasetFields.map(({ name }) => name).join(",");
  datasourceId = await newDatasource(admin, `${names}\n${Array.from({ length: loans }, (_, at) => loan(at + 1)).join("\n")}\n`);
});
afterAll(() => api.close());

async function runNow(person: Person, experimentId: string) {
  const { _embedded } = await person.must("experiment.run", { at: { experimentId } });
  return ran(person, _embedded.webSafeString);
}

async function refusal(person: Person, experimentId: string) {
  const response = await api.ask(person.token, "experiment.run", { at: { experimentId } });
  const { code, description, problems } = response.json<{ code: string; description: string; problems?: { field: string }[] }>();
  return { status: response.statusCode, code, description, fields: problems?.map(({ field }) => field) };
}

async function allRecords(experimentResultId: string, filters: unknown[] = []): Promise<readonly ResultRow[]> {
  const records: ResultRow[] = [];
  for (let after: number | null = 0; after !== null;) {
    const { _embedded }: { readonly _embedded: RecordsAnswer } = await admin.must("experimentResult.records", {
      at: { experimentResultId },
      body: { filters, limit: 1000, after },
    });
    records.push(..._embedded.records);
    after = _embedded.next;
  }
  return records;
}

const tables = async (like: string) =>
  (await api.adminClickHouse.query(`SELECT name FROM system.tables WHERE name LIKE {like:String}`, { like })).length;

test("every row of a run equals the engine's own result, and the marks of every chart add up to all rows", async () => {
  const experimentId = await newExperiment(admin, scorecard, datasourceId, "all");
  const result = await runNow(admin, experimentId);
  expect(result).toMatchObject({ status: "done", message: "", resultsCount: loans, totalCount: loans, records: "all" });
  expect(result.datasource).toMatchObject({ webSafeString: datasourceId, recordCount: loans });
  expect(result.fieldMapping.map(({ name, value }) => [name, value])).toEqual(
    scorecard.applicationDatasetFields.map(({ name }) => [name, name]),
  );

  const compiled = compile(scorecard);
  if (!compiled.ok) throw new Error("The example compiles.");
  const names = scorecard.applicationDatasetFields.map(({ name }) => name);
  const records = await allRecords(result.webSafeString);
  expect(records.map(({ row }) => row)).toEqual(Array.from({ length: loans }, (_, at) => at + 1));
  const wanted = records.map(({ row }) => {
    const cells = loan(row).split(",");
    const read = readInput(compiled.plan, Object.fromEntries(cells.flatMap((cell, at) => (cell === "" ? [] : [[names[at], cell]]))));
    if (!read.ok) return [row, "refused", {}, []];
    const { status, runtimeData, reasonCodes } = evaluate(compiled.plan, read.input);
    return [row, status, Object.fromEntries(Object.entries(runtimeData).map(([name, value]) => [`runtime.${name}`, value])), reasonCodes];
  });
  const given = records.map((record) => {
    const shown = Object.entries(record).filter(([name]) => name.startsWith("runtime."));
    return [record.row, record.outcome, Object.fromEntries(shown), record.reasonCodes];
  });
  expect(given).toEqual(wanted);
  const refused = records.filter(({ outcome }) => outcome === "refused").length;
  expect(refused).toBe(Math.floor(loans / 97));
  expect(result.outcomes).toMatchObject({ refused, field: "runtime.result" });
  expect(result.outcomes?.values.reduce((sum, { count }) => sum + count, 0)).toBe(loans);

  const at = { experimentResultId: result.webSafeString };
  const { _embedded: details, _links: links } = await admin.must("experimentResult.details", { at });
  expect(details.results).toEqual(records.slice(0, 1000));
  expect(details.fields.map(({ name }) => name)).toEqual([
    ...names.map((name) => `application.${name}`),
    ...scorecard.runtimeDatasetFields.map(({ name }) => `runtime.${name}`),
    "outcome",
  ]);
  const income = details.fields.find(({ name }) => name === "application.net_income");
  expect(income).toMatchObject({ type: "Float", nulls: refused, origin: "application" });
  expect(links["graph"]?.allow).toEqual(["PUT"]);

  const questions: readonly Partial<MarksQuestion>[] = [
    {},
    { x: { field: "application.net_income", bin: false, log: false } },
    { x: { field: "application.net_income", bin: { step: 500 }, log: false }, y: { field: "runtime.total", bin: true, log: false } },
    {
      x: { field: "application.net_income", bin: false, log: true },
      y: { field: "runtime.total", bin: false, log: false },
      color: { field: "runtime.result", bin: false, log: false },
      size: { field: "application.monthly_debts", bin: false, log: false },
      cells: 400,
    },
    { x: { field: "application.residency", bin: false, log: false }, cells: 3 },
    { x: { field: "outcome", bin: false, log: false }, y: { field: "application.age", bin: true, log: true }, cells: 2 },
  ];
  for (const body of questions) {
    const { _embedded: answer } = await admin.must("experimentResult.marks", { at, body });
    expect(answer.total).toBe(loans);
    expect(answer.marks.reduce((sum, { count }) => sum + count, 0)).toBe(loans);
    // Each mark opens exactly its rows.
    for (const mark of answer.marks.slice(0, 8)) {
      const filters = (["x", "y"] as const).flatMap((name) => {
        const place = mark[name];
        const field = body[name]?.field;
        if (place === undefined || field === undefined || place.rest === true) return [];
        if (place.to === undefined && place.value === null && body[name]?.log === true) return [];
        return [place.to === undefined ? { field, value: place.value } : { field, from: Number(place.value), to: place.to }];
      });
      const color = mark.color === undefined ? [] : [{ field: body.color?.field ?? "", value: mark.color.value }];
      if (filters.length < ["x", "y"].filter((name) => name in body).length) continue;
      const { _embedded: opened } = await admin.must("experimentResult.records", {
        at,
        body: { filters: [...filters, ...color], limit: 1 },
      });
      expect([opened.total, opened.records[0]?.row]).toEqual([mark.count, mark.row]);
    }
  }
  // Bars: the mean of a field over all rows of a step, whatever their number.
  const inSteps = { field: "application.age", bin: { step: 10 } };
  const { _embedded: bars } = await admin.must("experimentResult.marks", {
    at,
    body: { x: inSteps, y: { field: "runtime.total", aggregate: "mean" } },
  });
  expect(bars.channels.y).toMatchObject({ kind: "mean" });
  expect(bars.marks.reduce((sum, { count }) => sum + count, 0)).toBe(loans);
  for (const { x, y } of bars.marks) {
    const of = records.filter(({ "application.age": age }) =>
      typeof x?.value === "number" ? typeof age === "number" && age >= x.value && age < (x.to ?? 0) : age === undefined,
    );
    const totals = of.flatMap(({ "runtime.total": total }) => (typeof total === "number" ? [total] : []));
    const mean = totals.reduce((sum, total) => sum + total, 0) / totals.length;
    expect(totals.length === 0 ? y?.value === null : Math.abs(Number(y?.value) - mean) < 1e-6).toBe(true);
  }
  const words = { x: inSteps, y: { field: "runtime.result", aggregate: "mean" } } as const;
  expect((await api.ask(admin.token, "experimentResult.marks", { at, body: words })).statusCode).toBe(400);
  const few = await admin.must("experimentResult.marks", { at, body: { x: { field: "application.residency" }, cells: 3 } });
  expect(few._embedded.channels.x).toMatchObject({ kind: "values", rest: 2 });
});

test("a row opens with every step, as in serving; reasons, links and outcomes find rows", async () => {
  const result = await runNow(admin, await newExperiment(admin, scorecard, datasourceId));
  expect(result).toMatchObject({ records: "first", totalCount: 1000, resultsCount: 1000 });
  const experimentResultId = result.webSafeString;
  const records = await allRecords(experimentResultId);
  const [first] = records;
  const { _embedded: record } = await admin.must("experimentResult.record", { at: { experimentResultId, row: "1" } });
  expect(record).toMatchObject({ row: 1, outcome: first?.outcome, reasonCodes: first?.reasonCodes, problems: [] });
  expect(record.runtimeData).toEqual(
    Object.fromEntries(
      Object.entries(first ?? {}).flatMap(([name, value]) => (name.startsWith("runtime.") ? [[name.slice(8), value]] : [])),
    ),
  );
  expect(record.executionEvents.length).toBeGreaterThan(4);
  expect(record.steps.length).toBeGreaterThan(2);
  const link = record.linksTaken.at(-1) ?? "";
  const byLink = await allRecords(experimentResultId, [{ field: "link", value: link }]);
  expect(byLink.map(({ row }) => row)).toContain(1);
  const code = records.find(({ reasonCodes }) => reasonCodes.length > 0)?.reasonCodes[0] ?? "";
  const byCode = await allRecords(experimentResultId, [{ field: "reasonCode", value: code }]);
  expect(byCode.length).toBeGreaterThan(0);
  expect(byCode).toEqual(records.filter(({ reasonCodes }) => reasonCodes.includes(code)));
  const refused = await allRecords(experimentResultId, [{ field: "outcome", value: "refused" }]);
  expect(refused.map(({ row }) => row)).toEqual([97, 194, 291, 388, 485, 582, 679, 776, 873, 970]);
  const { _embedded: wrong } = await admin.must("experimentResult.record", { at: { experimentResultId, row: "97" } });
  expect(wrong.problems).toEqual([{ field: "net_income", code: "missing", message: "This field is required." }]);
  for (const row of ["0", "1001", "x", "99999999999999999999"]) {
    expect((await api.ask(admin.token, "experimentResult.record", { at: { experimentResultId, row } })).statusCode).toBe(404);
  }
  for (const body of [
    { filters: [{ field: "application.unknown", value: 1 }] },
    { filters: [{ field: "application.age", value: "forty" }] },
    { filters: [{ field: "application.residency", from: 1 }] },
  ]) {
    expect((await api.ask(admin.token, "experimentResult.records", { at: { experimentResultId }, body })).statusCode).toBe(400);
  }
  const graph = { encoding: { x: { field: "application.net_income", type: "quantitative", bin: { step: 500 } } } };
  await admin.must("experimentResult.graph", { at: { experimentResultId }, body: graph });
  const { _embedded: details } = await admin.must("experimentResult.details", { at: { experimentResultId } });
  expect(details.graph).toEqual({ mark: "square", width: 250, height: 250, ...graph });
});

test("a result is immutable: solution, mapping and datasource may change and be deleted", async () => {
  const own = await newDatasource(admin, "basket,items\n10,1\n200,3\n");
  const discount = await example("discount");
  const experimentId = await newExperiment(admin, discount, own);
  const mapping = [
    { key: "basket", value: "basket", useDatasource: true },
    // A number for a text field is used as it is written.
    { key: "coupon", value: "items", useDatasource: true },
    { key: "items", value: "7", useDatasource: false },
  ];
  await admin.must("experiment.update", { at: { experimentId }, body: { fieldMapping: mapping } });
  const before = await runNow(admin, experimentId);
  expect(before).toMatchObject({ status: "done", resultsCount: 2 });
  const rows = await allRecords(before.webSafeString);
  expect(rows.map((row) => [row["application.basket"], row["application.items"], row["application.coupon"]])).toEqual([
    [10, 7, "1"],
    [200, 7, "3"],
  ]);
  const { _embedded: experiment } = await admin.must("experiment.read", { at: { experimentId } });
  expect(experiment).toMatchObject({ results: 1, validRuntime: true, recordCount: 2, lastResult: { webSafeString: before.webSafeString } });
  await admin.must("definition.update", { at: { solutionId: experiment.solutionId ?? "" }, body: runnable });
  await admin.must("datasource.delete", { at: { datasourceId: own } });
  expect(await allRecords(before.webSafeString)).toEqual(rows);
  const { _embedded: traced } = await admin.must("experimentResult.record", { at: { experimentResultId: before.webSafeString, row: "2" } });
  expect(traced.runtimeData["total"]).toBe(rows[1]?.["runtime.total"]);
  expect((await admin.must("experiment.read", { at: { experimentId } }))._embedded.datasourceId).toBeNull();
  expect(await refusal(admin, experimentId)).toMatchObject({ status: 409, code: "EXPERIMENT_INCOMPLETE" });

  await admin.must("experiment.delete", { at: { experimentId } });
  await until(async () => (await tables(`experiment_${before.webSafeString}%`)) === 0);
});

test("columns that no field uses are carried: stored with the rows, and available for charts and filters", async () => {
  const names = [...scorecard.applicationDatasetFields.map(({ name }) => name), "application_id", "defaulted", "limit"].join(",");
  const line = (at: number) => `${loan(at)},A${at},${at % 4 === 0 ? 1 : 0},${at % 3 === 0 ? "" : at / 2}`;
  const carried = await newDatasource(admin, `${names}\n${Array.from({ length: 300 }, (_, at) => line(at + 1)).join("\n")}\n`);
  const experimentId = await newExperiment(admin, scorecard, carried, "all");
  const { _embedded: chosen } = await admin.must("experiment.read", { at: { experimentId } });
  expect(chosen.carry).toBeNull();
  const carry = ["application_id", "defaulted", "limit", "not a column"];
  await admin.must("experiment.update", { at: { experimentId }, body: { carry } });
  const result = await runNow(admin, experimentId);
  expect(result).toMatchObject({ status: "done", message: "", carry: carry.slice(0, 3) });
  const own = ({ row, "carried.application_id": id, "carried.defaulted": flag, "carried.limit": limit }: ResultRow) => [
    row,
    id,
    flag,
    limit,
  ];
  const records = await allRecords(result.webSafeString);
  expect(records.map(own)).toEqual(
    Array.from({ length: 300 }, (_, at) => [
      at + 1,
      `A${at + 1}`,
      (at + 1) % 4 === 0 ? 1 : 0,
      (at + 1) % 3 === 0 ? undefined : (at + 1) / 2,
    ]),
  );
  const at = { experimentResultId: result.webSafeString };
  const { _embedded: details } = await admin.must("experimentResult.details", { at });
  expect(details.fields.filter(({ origin }) => origin === "carried")).toMatchObject([
    { name: "carried.application_id", type: "String", nulls: 0 },
    { name: "carried.defaulted", type: "Integer", min: 0, max: 1, nulls: 0 },
    { name: "carried.limit", type: "Float", nulls: 100 },
  ]);
  expect((await allRecords(result.webSafeString, [{ field: "carried.application_id", value: "A97" }])).map(own)).toEqual([
    [97, "A97", 0, 48.5],
  ]);
  const { _embedded: drawn } = await admin.must("experimentResult.marks", { at, body: { x: { field: "carried.defaulted" } } });
  expect(drawn.marks.map(({ x, count }) => [x?.value, count])).toEqual([
    [0, 225],
    [1, 75],
  ]);
  const { _embedded: undecided } = await admin.must("experimentResult.record", { at: { ...at, row: "97" } });
  expect(undecided).toMatchObject({ outcome: "refused", carriedData: { application_id: "A97", defaulted: 0, limit: 48.5 } });
});

test("a run that is impossible is refused with the reason, and a mapping by its types", async () => {
  const experimentId = await newExperiment(admin, scorecard, datasourceId);
  const at = { experimentId };
  const { _embedded: experiment } = await admin.must("experiment.read", { at });
  const mapping = experiment.fieldMapping;
  const change = (key: string, value: string, useDatasource: boolean) =>
    admin.must("experiment.update", {
      at,
      body: { fieldMapping: mapping.map((entry) => (entry.key === key ? { key, value, useDatasource } : entry)) },
    });
  for (const [key, value, useDatasource] of [
    ["age", "24.5", false],
    ["age", "net_income", true],
    ["net_income", "much", false],
    ["net_income", "employment", true],
    ["net_income", "", false],
    ["bureau_score", "gone", true],
  ] as const) {
    await change(key, value, useDatasource);
    expect(await refusal(admin, experimentId)).toMatchObject({ status: 409, code: "EXPERIMENT_MAPPING_INVALID", fields: [key] });
  }
  await change("net_income", "age", true);
  expect((await runNow(admin, experimentId)).status).toBe("done");

  const draft = await admin.must("solutions.create", { body: { name: "Unfinished" } });
  await admin.must("experiment.update", { at, body: { solutionId: draft._embedded.webSafeString } });
  expect((await admin.must("experiment.read", { at }))._embedded.validRuntime).toBe(false);
  expect(await refusal(admin, experimentId)).toMatchObject({
    status: 409,
    code: "EXPERIMENT_SOLUTION_INVALID",
    description: "The solution definition is not valid. Only valid solutions can be used for experiments.",
  });

  const calling = await example("consumer-credit");
  const withCall = await newExperiment(admin, calling, datasourceId);
  await admin.must("experiment.update", {
    at: { experimentId: withCall },
    body: {
      fieldMapping: calling.applicationDatasetFields.map(({ key, name }) =>
        name === "applicant_id" ? { key, value: "P-1", useDatasource: false } : { key, value: name, useDatasource: true },
      ),
    },
  });
  const refused = await refusal(admin, withCall);
  expect([refused.status, refused.code]).toEqual([409, "EXPERIMENT_NOT_RUNNABLE"]);
  expect(refused.description).toContain("web call");
  const { _embedded: empty } = await admin.must("experiments.create", { body: { name: "Empty" } });
  expect(await refusal(admin, empty.webSafeString)).toMatchObject({ code: "EXPERIMENT_INCOMPLETE" });
});

test("solutions, versions and datasources of other organisations cannot be chosen, nor their results seen", async () => {
  const other = await newOrganisation(api, root, "Other experiments");
  const experimentId = await newExperiment(admin, scorecard, datasourceId);
  const result = await runNow(admin, experimentId);
  const { _embedded: theirs } = await other.must("experiments.create", { body: { name: "Theirs" } });
  const { _embedded: mine } = await admin.must("experiment.read", { at: { experimentId } });
  const choose = async (body: object) => {
    const response = await api.ask(other.token, "experiment.update", { at: { experimentId: theirs.webSafeString }, body });
    return [response.statusCode, response.json<{ code: string }>().code];
  };
  expect(await choose({ solutionId: mine.solutionId })).toEqual([404, "SOLUTION_NOT_FOUND"]);
  expect(await choose({ datasourceId })).toEqual([404, "DATASOURCE_NOT_FOUND"]);
  expect(await choose({ versionId: newId() })).toEqual([404, "VERSION_NOT_FOUND"]);
  const at = { experimentResultId: result.webSafeString, row: "1" };
  for (const name of ["experimentResult.read", "experimentResult.details", "experimentResult.record"] as const) {
    expect((await api.ask(other.token, name, { at })).statusCode).toBe(404);
  }
  for (const name of ["experimentResult.marks", "experimentResult.records", "experimentResult.graph"] as const) {
    expect((await api.ask(other.token, name, { at, body: {} })).statusCode).toBe(404);
  }
});

test("a version is run as it was frozen, and is deleted with its solution", async () => {
  const experimentId = await newExperiment(admin, scorecard, datasourceId);
  const at = { experimentId };
  const { _embedded: experiment } = await admin.must("experiment.read", { at });
  const solutionId = experiment.solutionId ?? "";
  const version = await admin.must("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
  await admin.must("experiment.update", { at, body: { versionId: version._embedded.webSafeString } });
  await admin.must("definition.update", { at: { solutionId }, body: runnable });
  const result = await runNow(admin, experimentId);
  expect(result).toMatchObject({ status: "done", versionName: "v1", solutionRevision: null, solutionHash: version._embedded.hash });
  const another = await admin.must("solutions.create", { body: { name: "Another", definition: runnable } });
  await admin.must("experiment.update", { at, body: { solutionId: another._embedded.webSafeString } });
  expect((await admin.must("experiment.read", { at }))._embedded).toMatchObject({ versionId: null, solutionName: "Another" });
  await admin.must("experiment.update", { at, body: { solutionId, versionId: version._embedded.webSafeString } });
  await admin.must("version.delete", { at: { versionId: version._embedded.webSafeString } });
  expect(await refusal(admin, experimentId)).toMatchObject({ code: "EXPERIMENT_INCOMPLETE", description: "Choose a version first." });
});

test("an organisation is deleted with its experiments", async () => {
  const gone = await newOrganisation(api, root, "Gone experiments");
  const result = await resultOf(gone, runnable);
  expect((await ran(gone, result["experimentResultId"] ?? "")).status).toBe("done");
  const { _embedded: organisation } = await root.must("organisation.read", { at: { organisationId: gone.organisationId } });
  await root.must("organisation.delete", { at: { organisationId: gone.organisationId }, query: { confirm: organisation.name } });
  const left = await asOwner((owner) => owner.query("select id from experiment_results where id = $1", [result["experimentResultId"]]));
  expect(left).toMatchObject({ rows: [] });
});
