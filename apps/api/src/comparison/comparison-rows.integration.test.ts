import { readFile } from "node:fs/promises";
import { outcomeOf } from "@airlock/contract";
import { compile, encodeRecord, evaluate, expandRecord, readInput, type Plan } from "@airlock/engine";
import { readWay, wayOf } from "@airlock/engine/compare";
import { parseDefinition, withThresholds, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compared } from "../testing/comparisons.ts";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { newExperiment, ran } from "../testing/experiments.ts";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let scorecard: Definition;
let changed: Definition;
let datasourceId: string;
let solutionId: string;
let versionId: string;
const loans = 900;

/** As an import reads them; the flow refuses a row without an income. */
function loan(number: number): Readonly<Record<string, string>> {
  const spread = (number * 7919) % 100_003;
  const pick = (list: readonly string[]) => list[number % list.length] ?? "";
  return {
    age: String(16 + (spread % 60)),
    residency: number % 7 === 0 ? "US" : "NL",
    bureau_score: number % 11 === 0 ? "" : String(300 + (spread % 550)),
    missed_payments: String(spread % 4),
    // A zero income would be a division by zero.
    net_income: number % 97 === 0 ? "" : number % 53 === 0 ? "0" : (spread / 21).toFixed(2),
    monthly_debts: number % 5 === 0 ? "" : (spread / 70).toFixed(2),
    employment: pick(["permanent", "self-employed", "contract", "temporary", ""]),
    loan_purpose: pick(["car", "home improvement", "other"]),
  };
}
const fileOf = (names: readonly string[]) =>
  `${names.join(",")}\n${Array.from({ length: loans }, (_, at) => names.map((name) => loan(at + 1)[name] ?? "").join(",")).join("\n")}\n`;

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Over rows");
  const text = await readFile(new URL("../../../../examples/consumer-credit-scorecard.json", import.meta.url), "utf8");
  const parsed = parseDefinition((JSON.parse(text) as { readonly definition: unknown }).definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  // Without the rule that excludes zero incomes, some executions fail.
  const lenient = withThresholds(parsed.definition, [{ id: "eligibility", path: "conditionFields.2.rightHandFieldname", value: "-1" }]);
  if (lenient === undefined) throw new Error("The rule is another.");
  scorecard = lenient;
  const moved = withThresholds(scorecard, [
    { id: "burden", path: "ranges.1.score", value: "20" },
    { id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "430" },
  ]);
  if (moved === undefined) throw new Error("The changes name nothing.");
  // Values and codes change too, where the outcome does not.
  changed = JSON.parse(JSON.stringify(moved).replaceAll('"R03"', '"R03B"')) as Definition;
  const names = scorecard.applicationDatasetFields.map(({ name }) => name);
  const file = await uploadFile(admin, `Loans ${newId()}.csv`, fileOf(names));
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, _embedded.importWss ?? "");
  datasourceId = _embedded.webSafeString;
  const solution = await admin.must("solutions.create", { body: { name: `Rows ${newId()}`, definition: scorecard } });
  solutionId = solution._embedded.webSafeString;
  const version = await admin.must("solution.versions.create", { at: { solutionId }, body: {} });
  versionId = version._embedded.webSafeString;
  const { _embedded: stored } = await admin.must("definition.read", { at: { solutionId } });
  await admin.must("definition.update", { at: { solutionId }, body: { ...changed, revision: stored.revision } });
});
afterAll(() => api.close());

const fieldMapping = () => scorecard.applicationDatasetFields.map(({ key, name }) => ({ key, value: name, useDatasource: true }));

const comparedOver = (sides: { readonly left: object; readonly right: object }, carry: readonly string[] = []) =>
  compared(admin, { ...sides, over: { datasourceId, fieldMapping: fieldMapping(), carry } });

function planOf(definition: Definition): Plan {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The flow cannot run.");
  return compiled.plan;
}

/** The result of each row by the compiled engine; undefined if it is refused. */
function byHand(definition: Definition) {
  const plan = planOf(definition);
  return Array.from({ length: loans }, (_, at) => {
    const given = Object.fromEntries(
      definition.applicationDatasetFields.flatMap(({ name, type }) => {
        const text = loan(at + 1)[name] ?? "";
        return text === "" ? [] : [[name, type === "String" ? text : Number(text)]];
      }),
    );
    const read = readInput(plan, given);
    if (!read.ok) return undefined;
    const execution = evaluate(plan, read.input);
    const { runtimeData, reasonCodes, status, error } = execution;
    return {
      outcome: outcomeOf("result", execution),
      seen: JSON.stringify([status, Object.entries(runtimeData).toSorted(([a], [b]) => (a < b ? -1 : 1)), reasonCodes, error?.code]),
      passed: readWay(plan, wayOf(execution)),
      links: expandRecord(plan, encodeRecord(execution)).linksTaken,
    };
  });
}

test("a version against the draft over every row: all counts and rows equal those of running each row individually", async () => {
  const { at, fields } = await comparedOver({ left: { versionWss: versionId }, right: { solutionWss: solutionId } });
  expect(fields).toMatchObject({
    status: "done",
    message: "",
    rows: loans,
    totalRows: loans,
    outcomeField: "result",
    executionsOf: null,
    start: null,
  });
  expect(fields.datasource).toMatchObject({ webSafeString: datasourceId, recordCount: loans });
  const [left, right] = [byHand(scorecard), byHand(changed)];
  const rows = left.flatMap((one, place) => {
    const other = right[place];
    return one === undefined || other === undefined ? [] : [{ row: String(place + 1), one, other }];
  });
  const moved = rows.filter(({ one, other }) => one.outcome !== other.outcome);
  const differing = rows.filter(({ one, other }) => one.outcome !== other.outcome || one.seen !== other.seen);
  expect(moved.length).toBeGreaterThan(10);
  expect(differing.length).toBeGreaterThan(moved.length);
  expect(rows.length).toBeLessThan(loans);
  expect(rows.filter(({ one }) => one.outcome === "Failed").length).toBeGreaterThan(3);
  expect(fields.summary).toMatchObject({
    compared: rows.length,
    changed: moved.length,
    differing: differing.length,
    unreadable: loans - rows.length,
    unanswered: 0,
  });
  for (const part of ["nodes", "links"] as const) {
    for (const { id, left: was, right: is } of fields.summary[part]) {
      const countOf = (side: "one" | "other") => rows.filter((row) => row[side].passed[part].includes(id)).length;
      expect([id, was, is]).toEqual([id, countOf("one"), countOf("other")]);
    }
  }
  for (const { from, to, count } of fields.summary.moves) {
    expect([from, to, count]).toEqual([from, to, rows.filter(({ one, other }) => one.outcome === from && other.outcome === to).length]);
  }
  const ids = async (query: Record<string, string>) => {
    const found: string[] = [];
    for (let next: Record<string, string> | undefined = query; next !== undefined;) {
      const page: Awaited<ReturnType<typeof admin.must<"comparison.records">>> = await admin.must("comparison.records", {
        at,
        query: next,
      });
      for (const { _embedded: record } of page.items) {
        expect([record.left?.outcome, record.right?.outcome]).toEqual([record.outcomeLeft, record.outcomeRight]);
        found.push(record.recordId);
      }
      const href = page._links["next"]?.href;
      next = href === undefined ? undefined : Object.fromEntries(new URL(href, "http://a.test").searchParams);
    }
    return found;
  };
  expect(await ids({ limit: "40" })).toEqual(moved.map(({ row }) => row));
  expect(await ids({ limit: "500", any: "true" })).toEqual(differing.map(({ row }) => row));
  const [first] = moved;
  const pair = { from: first?.one.outcome ?? "", to: first?.other.outcome ?? "" };
  expect(await ids({ limit: "500", ...pair })).toEqual(
    moved.filter(({ one, other }) => one.outcome === pair.from && other.outcome === pair.to).map(({ row }) => row),
  );
  const sought = loan(Number(first?.row))["net_income"] ?? "";
  expect(await ids({ limit: "500", search: String(Number(sought)) })).toContain(first?.row);
  expect(await ids({ limit: "500", search: "stands nowhere" })).toEqual([]);

  const { _embedded: one } = await admin.must("comparison.record", { at: { ...at, recordId: first?.row ?? "" } });
  expect(one).toMatchObject({ row: Number(first?.row), executionWss: null, started: null });
  expect(one.applicationData["net_income"]).toBe(Number(sought));
  expect(one.left?.linksTaken).toEqual(first?.one.links);
  expect(one.right?.linksTaken).toEqual(first?.other.links);
  expect(one.left?.steps.length).toBeGreaterThan(0);
  for (const recordId of ["0", "999999", "-1", "1e3", "x"]) {
    const answer = await api.ask(admin.token, "comparison.record", { at: { ...at, recordId } });
    expect([recordId, answer.statusCode]).toEqual([recordId, 404]);
  }
  await admin.must("comparison.delete", { at });
  await expect
    .poll(
      () => api.adminClickHouse.query("SELECT name FROM system.tables WHERE name LIKE {like:String}", { like: `%${at.comparisonId}%` }),
      { timeout: 120_000 },
    )
    .toEqual([]);
});

test("the flow of a result with other numbers is compared with the flow that ran", async () => {
  const experimentId = await newExperiment(admin, scorecard, datasourceId, "all");
  const run = await admin.must("experiment.run", { at: { experimentId } });
  const experimentResultWss = run._embedded.webSafeString;
  await ran(admin, experimentResultWss);
  const changes = [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "430" }];
  const expected = await admin.must("experimentResult.whatIf", { at: { experimentResultId: experimentResultWss }, body: { changes } });
  const { fields, at } = await comparedOver({ left: { experimentResultWss }, right: { experimentResultWss, changes } }, [
    "loan_purpose",
    "age",
  ]);
  expect(fields.carry).toEqual(["loan_purpose", "age"]);
  expect(fields.summary.changed).toBe(expected._embedded.changed);
  expect(fields.summary.changed).toBeGreaterThan(0);
  expect([fields.left, fields.right]).toMatchObject([
    { experimentResultWss, isChanged: false },
    { experimentResultWss, isChanged: true },
  ]);
  const { items } = await admin.must("comparison.records", { at });
  const carriedOf = (row: number | null) => ({ loan_purpose: loan(row ?? 0)["loan_purpose"], age: Number(loan(row ?? 0)["age"]) });
  expect(items.length).toBeGreaterThan(1);
  expect(items.map(({ _embedded }) => _embedded.carriedData)).toEqual(items.map(({ _embedded }) => carriedOf(_embedded.row)));
  const recordId = items[0]?._embedded.recordId ?? "";
  const { _embedded: one } = await admin.must("comparison.record", { at: { ...at, recordId } });
  const total = Number(one.left?.runtimeData["total"]);
  const condition = { left: { field: "total", value: total }, operator: ">=", right: { value: 430 }, holds: true };
  expect([items[0]?._embedded.decidedBy, one.decidedBy]).toMatchObject([condition, condition]);
  expect(one.turn).toEqual({ id: "total-approve", path: changes[0]?.path, number: 430, stays: total + 1, turns: total, isKnown: true });

  const { _embedded: heat } = await admin.must("experimentResult.heat", { at: { experimentResultId: experimentResultWss } });
  const hand = byHand(scorecard).flatMap((one) => one ?? []);
  expect(heat).toMatchObject({ experimentResultWss, total: loans, refused: loans - hand.length });
  expect(heat.failed).toBe(hand.filter(({ outcome }) => outcome === "Failed").length);
  expect(heat.nodes.reduce((sum, { failed }) => sum + failed, 0)).toBe(heat.failed);
  for (const part of ["nodes", "links"] as const) {
    expect(heat[part].map(({ id }) => id)).toEqual(scorecard.solutionDefinition[part].map(({ id }) => id));
    for (const { id, count, share } of heat[part]) {
      const came = hand.filter(({ passed }) => passed[part].includes(id)).length;
      expect([id, count, share]).toEqual([id, came, came / loans]);
    }
  }
});

test("a flow that cannot run over a datasource is refused with the reason", async () => {
  const side = { versionWss: versionId };
  const refusal = async (body: object) => {
    const answer = await api.ask(admin.token, "comparisons.create", { body: { left: side, right: side, ...body } });
    const { code, description, problems } = answer.json<{ code: string; description: string; problems?: { field: string }[] }>();
    return { status: answer.statusCode, code, description, fields: problems?.map(({ field }) => field) };
  };
  const mapping = fieldMapping();
  expect(await refusal({ over: { datasourceId: newId(), fieldMapping: mapping } })).toMatchObject({
    status: 404,
    code: "DATASOURCE_NOT_FOUND",
  });
  const income = mapping.filter(({ value }) => value !== "net_income");
  expect(await refusal({ over: { datasourceId, fieldMapping: income } })).toMatchObject({
    status: 409,
    code: "EXPERIMENT_MAPPING_INVALID",
    fields: ["net_income"],
  });
  const call = {
    id: "asks",
    type: "WebCall",
    typeVersion: 1,
    name: "Untitled",
    label: "Asks a bureau",
    color: "rgb(221,92,182)",
    x: 425,
    y: 1250,
    ports: [
      { id: "asks-in", name: "in", in: true },
      { id: "asks-out", name: "out", in: false },
    ],
    method: "GET",
    url: "https://bureau.example.com/reports",
    headers: [],
    body: "",
    timeoutMillis: 2000,
    responseMapping: [{ datasetType: "runtime", fieldName: "total", param: "$.score" }],
  };
  const { nodes, links } = scorecard.solutionDefinition;
  const [first, last] = ["start", "end"].map((kind) => nodes.find(({ type }) => type.toLowerCase() === kind));
  const joined = (id: string, source: string, target: string) => {
    const ports = { sourcePort: `${source}-out`, targetPort: `${target}-in` };
    return { ...links[0], id, source, target, ...ports, label: "", conditionFields: [], otherwise: false };
  };
  const link = [joined("to-asks", first?.id ?? "", "asks"), joined("from-asks", "asks", last?.id ?? "")];
  const asking = {
    ...scorecard,
    solutionDefinition: { ...scorecard.solutionDefinition, nodes: [...nodes, call], links: [...links, ...link] },
  };
  const solution = await admin.must("solutions.create", { body: { name: `Asks ${newId()}`, definition: asking } });
  const right = { solutionWss: solution._embedded.webSafeString };
  const fields = await refusal({ right, over: { datasourceId, fieldMapping: mapping } });
  expect(fields).toMatchObject({ status: 409, code: "EXPERIMENT_NOT_RUNNABLE" });
  expect(fields.description).toContain("'Asks a bureau' is a web call");
});

test("a user without the permission for experiments cannot compare over a datasource", async () => {
  const reader = await newColleague(api, admin, ["versionExecutions.list", "solutions.list"]);
  const side = { versionWss: versionId };
  const body = { left: side, right: side, over: { datasourceId, fieldMapping: fieldMapping() } };
  const answer = await api.ask(reader.token, "comparisons.create", { body });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, "PERMISSION_MISSING"]);
});
