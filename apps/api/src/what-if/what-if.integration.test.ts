import { readFile } from "node:fs/promises";
import { whatIfAt, type ResultRow, type WhatIfFields } from "@airlock/contract";
import { compile, evaluate, expandRecord, encodeRecord, readInput, type Plan } from "@airlock/engine";
import { parseDefinition, withThresholds, type Definition, type RangeScoreNode, type ThresholdChange } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { newExperiment, ran } from "../testing/experiments.ts";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let scorecard: Definition;
let at: { readonly experimentResultId: string };
let experimentId = "";
let records: readonly ResultRow[] = [];
const loans = 900;

function loan(number: number): string {
  const spread = (number * 7919) % 100_003;
  const pick = (list: readonly string[]) => list[number % list.length] ?? "";
  return [
    16 + (spread % 60),
    number % 7 === 0 ? "US" : "NL",
    number % 11 === 0 ? "" : 300 + (spread % 550),
    spread % 4,
    // Required: a row without it is refused.
    number % 97 === 0 ? "" : (spread / 21).toFixed(2),
    number % 5 === 0 ? "" : (spread / 70).toFixed(2),
    pick(["permanent", "self-employed", "contract", "temporary", ""]),
    pick(["car", "home improvement", "other"]),
    ...Object.values(became(number)).map((value) => value ?? ""),
  ].join(",");
}

/** The known outcome of a loan, which is not mapped to a field; for some it is unknown. */
function became(number: number) {
  return {
    defaulted: number % 13 === 0 ? null : number % 9 === 0 ? 1 : 0,
    amount: number % 17 === 0 ? null : 1000.5 + ((number * 31) % 700),
    application_id: `A${number}`,
    "it's status": number % 19 === 0 ? null : number % 6 === 0 ? "late 'n broken" : "paid",
  };
}

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "What if");
  const text = await readFile(new URL("../../../../examples/consumer-credit-scorecard.json", import.meta.url), "utf8");
  const parsed = parseDefinition((JSON.parse(text) as { readonly definition: unknown }).definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  scorecard = parsed.definition;
  const names = [...scorecard.applicationDatasetFields.map(({ name }) => name), ...Object.keys(became(1))];
  const content = `${names.join(",")}\n${Array.from({ length: loans }, (_, number) => loan(number + 1)).join("\n")}\n`;
  const file = await uploadFile(admin, `Loans ${newId()}.csv`, content);
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, _embedded.importWss ?? "");
  experimentId = await newExperiment(admin, scorecard, _embedded.webSafeString, "all");
  const run = await admin.must("experiment.run", { at: { experimentId } });
  at = { experimentResultId: run._embedded.webSafeString };
  await ran(admin, at.experimentResultId);
  records = (await admin.must("experimentResult.records", { at, body: { filters: [], limit: 1000, after: 0 } }))._embedded.records;
});
afterAll(() => api.close());

function planOf(definition: Definition): Plan {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The example cannot run.");
  return compiled.plan;
}

/** The result of one row by the compiled engine, and the value at the node, if it was reached. */
function decide(plan: Plan, record: ResultRow, node: RangeScoreNode) {
  if (record.outcome === "refused") return { outcome: "Not decided", came: false, value: undefined };
  const given = Object.entries(record).flatMap(([name, value]) => (name.startsWith("application.") ? [[name.slice(12), value]] : []));
  const read = readInput(plan, Object.fromEntries(given));
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const execution = evaluate(plan, read.input);
  const { executionEvents } = expandRecord(plan, encodeRecord(execution));
  const came = executionEvents.some(({ id }) => id === node.id);
  const source: Readonly<Record<string, unknown>> =
    node.scoredDatasource === "Application" ? Object.fromEntries(given) : execution.runtimeData;
  const value = source[node.scoredField];
  return {
    outcome: execution.status === "failed" ? "Failed" : String(execution.runtimeData["result"] ?? ""),
    came,
    value: came && typeof value === "number" ? value : undefined,
  };
}

function bandOf({ ranges }: RangeScoreNode, value: number | undefined): number {
  if (value === undefined) return -1;
  return ranges.findIndex(({ rangeFrom, rangeFromIncludeExclude, rangeTo, rangeToIncludeExclude }) => {
    const isAbove = rangeFrom === "" || value > Number(rangeFrom) || (rangeFromIncludeExclude === "[" && value === Number(rangeFrom));
    const isBelow = rangeTo === "" || value < Number(rangeTo) || (rangeToIncludeExclude === "]" && value === Number(rangeTo));
    return isAbove && isBelow;
  });
}

test("the flow that ran can be read", async () => {
  expect(records).toHaveLength(loans);
  const { _embedded } = await admin.must("experimentResult.definition", { at });
  expect(_embedded.definition.solutionDefinition.nodes.map(({ id }) => id)).toEqual(scorecard.solutionDefinition.nodes.map(({ id }) => id));
});

test.each<[string, readonly ThresholdChange[], string]>([
  ["nothing is changed", [], "bureau_score"],
  [
    "a bound between two bands moves",
    [
      { id: "bureau_score", path: "ranges.1.rangeTo", value: "610" },
      { id: "bureau_score", path: "ranges.2.rangeFrom", value: "610" },
    ],
    "bureau_score",
  ],
  [
    "literals of links and points move",
    [
      { id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "430" },
      { id: "total-decline", path: "conditionFields.0.rightHandFieldname", value: "400" },
      { id: "burden", path: "ranges.1.score", value: "20" },
      { id: "eligibility", path: "conditionFields.0.rightHandFieldname", value: "30" },
    ],
    "burden",
  ],
])("%s: every count is the one that the compiled engine gives record by record", async (_name, changes, focus) => {
  const changed = withThresholds(scorecard, changes);
  if (changed === undefined) throw new Error("The changes name nothing.");
  const { _embedded: fields } = await admin.must("experimentResult.whatIf", { at, body: { changes, focus } });
  const [before, after] = [planOf(scorecard), planOf(changed)];
  const nodeIn = ({ solutionDefinition }: Definition) => solutionDefinition.nodes.find(({ id }) => id === focus) as RangeScoreNode; // it is one
  const counts = new Map<string, number>();
  const bands = nodeIn(changed).ranges.map(() => ({ before: 0, after: 0 }));
  const unmatched = { before: 0, after: 0 };
  let seen = 0;
  for (const record of records) {
    const [was, is] = [decide(before, record, nodeIn(scorecard)), decide(after, record, nodeIn(changed))];
    const key = `${was.outcome} to ${is.outcome}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    const [old, now] = [bands[bandOf(nodeIn(scorecard), was.value)], bands[bandOf(nodeIn(changed), is.value)]];
    if (old !== undefined) old.before += 1;
    if (now !== undefined) now.after += 1;
    if (was.came && old === undefined) unmatched.before += 1;
    if (is.came && now === undefined) unmatched.after += 1;
    if (is.value !== undefined) seen += 1;
  }
  expect(fields.total).toBe(loans);
  expect(fields.outcomeField).toBe("result");
  expect(Object.fromEntries(fields.moves.map(({ from, to, count }) => [`${from} to ${to}`, count]))).toEqual(Object.fromEntries(counts));
  expect(fields.changed).toBe([...counts].reduce((sum, [key, count]) => sum + (/^(.*) to \1$/.test(key) ? 0 : count), 0));
  expect(fields.focus?.bands).toEqual(bands);
  expect(fields.focus?.unmatched).toEqual(unmatched);
  expect(fields.focus?.bins.flat().reduce((sum, { count }) => sum + count, 0)).toBe(seen);
  expect(fields.changed > 0).toBe(changes.length > 0);
  expect(fields.outcomes.find(({ outcome }) => outcome === "Not decided")?.before).toBeGreaterThan(0);
});

/** Groups come in any order. */
function ordered({ moves, focus, values, drag: _drag, ...fields }: WhatIfFields) {
  const text = (one: unknown) => JSON.stringify(one);
  const sorted = (bins: WhatIfFields["values"][number]["bins"]) => bins.map((bin) => bin.map(text).toSorted());
  return {
    ...fields,
    moves: moves.map(text).toSorted(),
    focus: focus && { ...focus, bins: sorted(focus.bins) },
    values: values.map((value) => ({ ...value, bins: sorted(value.bins) })),
  };
}

const numbersFrom = (first: number, step: number, count: number) => Array.from({ length: count }, (_, at) => String(first + at * step));

test.each([
  {
    name: "a bound that two bands share, with values that equal a position",
    parts: [
      { id: "bureau_score", path: "ranges.1.rangeTo" },
      { id: "bureau_score", path: "ranges.2.rangeFrom" },
    ],
    positions: numbersFrom(561, 9, 6),
    changes: [],
    counted: { focus: "bureau_score" },
  },
  {
    name: "a literal of a link that compares a computed total, after other numbers that change the total",
    parts: [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname" }],
    positions: numbersFrom(380, 20, 6),
    changes: [
      { id: "burden", path: "ranges.1.score", value: "20" },
      // Replaced by the positions.
      { id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "1" },
    ],
    counted: { values: [{ node: "total", field: "runtime.total" }] },
  },
  {
    name: "a literal of a rule",
    parts: [{ id: "eligibility", path: "conditionFields.0.rightHandFieldname" }],
    positions: numbersFrom(18, 9, 4),
    changes: [],
    counted: { values: [{ node: "eligibility", field: "application.age" }] },
  },
])("$name: one request has the exact counts of every position", async ({ parts, positions, changes, counted }) => {
  const body = { changes, ...counted, drag: { parts, positions } };
  const { _embedded: dragged } = await admin.must("experimentResult.whatIf", { at, body });
  const mixes = new Set<string>();
  for (const [index, value] of positions.entries()) {
    const others = changes.filter(({ id }) => id !== parts[0]?.id);
    const moved = [...others, ...parts.map((part) => ({ ...part, value }))];
    const { _embedded: exact } = await admin.must("experimentResult.whatIf", { at, body: { changes: moved, ...counted } });
    const atPosition = whatIfAt(dragged, index);
    if (atPosition === undefined) throw new Error("The response has no counts by position.");
    expect(ordered(atPosition)).toEqual(ordered(exact));
    const plan = planOf(withThresholds(scorecard, moved) ?? scorecard);
    const node = scorecard.solutionDefinition.nodes.find(({ id }) => id === "bureau_score") as RangeScoreNode; // it is one
    const decided = Map.groupBy(records, (record) => decide(plan, record, node).outcome);
    for (const { outcome, after } of atPosition.outcomes) expect([outcome, after]).toEqual([outcome, decided.get(outcome)?.length ?? 0]);
    mixes.add(JSON.stringify(atPosition.outcomes));
  }
  expect(mixes.size).toBeGreaterThan(positions.length / 2);
});

test("a number is dragged by those of the organisation, and not once its result is deleted", async () => {
  const drag = { parts: [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname" }], positions: ["380", "420"] };
  const stranger = await newOrganisation(api, await rootAdministrator(api), "Other what if");
  const refused = await api.ask(stranger.token, "experimentResult.whatIf", { at, body: { changes: [], drag } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([404, "EXPERIMENT_RESULT_NOT_FOUND"]);
  const run = await admin.must("experiment.run", { at: { experimentId } });
  const other = { experimentResultId: run._embedded.webSafeString };
  await ran(admin, other.experimentResultId);
  expect((await admin.must("experimentResult.whatIf", { at: other, body: { changes: [], drag } }))._embedded.drag).toBeDefined();
  await admin.must("experimentResult.delete", { at: other });
  const deleted = await api.ask(admin.token, "experimentResult.whatIf", { at: other, body: { changes: [], drag } });
  expect([deleted.statusCode, deleted.json<{ code: string }>().code]).toEqual([404, "EXPERIMENT_RESULT_NOT_FOUND"]);
});

test("measures of each outcome are computed before and after, from columns that the flow does not use", async () => {
  const changes = [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "430" }];
  const changed = withThresholds(scorecard, changes);
  if (changed === undefined) throw new Error("The changes name nothing.");
  const measures = [{ column: "defaulted" }, { column: "amount" }, { column: "it's status", value: "late 'n broken" }];
  const { _embedded: fields } = await admin.must("experimentResult.whatIf", { at, body: { changes, focus: "burden", measures } });
  const valuesOf = (row: number): readonly (number | null)[] => {
    const { defaulted, amount, "it's status": status } = became(row);
    return [defaulted, amount, status === null ? null : Number(status === "late 'n broken")];
  };
  const plans = { before: planOf(scorecard), after: planOf(changed) };
  const node = scorecard.solutionDefinition.nodes.find(({ id }) => id === "burden") as RangeScoreNode; // it is one
  expect(fields.measures.map(({ column, value }) => ({ column, ...(value === null ? {} : { value }) }))).toEqual(measures);
  for (const [side, plan] of Object.entries(plans)) {
    const known = new Map<string, number[][]>();
    for (const record of records) {
      const { outcome } = decide(plan, record, node);
      const lists = known.get(outcome) ?? measures.map(() => []);
      valuesOf(record.row).forEach((value, measure) => value !== null && lists[measure]?.push(value));
      known.set(outcome, lists);
    }
    for (const [outcome, lists] of known) {
      lists.forEach((values, measure) => {
        const answer = fields.measures[measure]?.outcomes.find((one) => one.outcome === outcome)?.[side as keyof typeof plans];
        expect(answer?.count).toBe(values.length);
        expect(answer?.mean).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 9);
      });
    }
  }
});

test("the measurable columns are visible to users who may see the datasource, and to no others", async () => {
  const { _embedded } = await admin.must("experimentResult.definition", { at });
  expect(_embedded.measurable.slice(-4)).toEqual([
    { name: "defaulted", type: "INTEGER", isFlag: true, values: [] },
    { name: "amount", type: "FLOAT", isFlag: false, values: [] },
    // Distinct in every row: none of its values is offered.
    { name: "application_id", type: "STRING", isFlag: false, values: [] },
    { name: "it's status", type: "STRING", isFlag: false, values: ["paid", "late 'n broken"] },
  ]);
  const reader = await newColleague(api, admin, ["experiment.result.read"]);
  expect((await reader.must("experimentResult.definition", { at }))._embedded.measurable).toEqual([]);
  const measures = [{ column: "defaulted" }];
  const answer = await api.ask(reader.token, "experimentResult.whatIf", { at, body: { changes: [], measures } });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "INVALID_REQUEST"]);
});

test.each([
  [{ changes: [], measures: [{ column: "nobody's" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [], measures: [{ column: "amount", value: "1" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [], measures: [{ column: "it's status" }] }, 400, "INVALID_REQUEST"],
  // Points separate nothing, positions ascend, and parts move together only if they are compared with the same field.
  [{ changes: [], drag: { parts: [{ id: "bureau_score", path: "ranges.0.score" }], positions: ["1", "2"] } }, 400, "INVALID_REQUEST"],
  [{ changes: [], drag: { parts: [{ id: "bureau_score", path: "ranges.99.rangeTo" }], positions: ["1", "2"] } }, 400, "INVALID_REQUEST"],
  [{ changes: [], drag: { parts: [{ id: "bureau_score", path: "ranges.1.rangeTo" }], positions: ["2", "2"] } }, 400, "INVALID_REQUEST"],
  [
    {
      changes: [],
      drag: {
        parts: [
          { id: "bureau_score", path: "ranges.1.rangeTo" },
          { id: "burden", path: "ranges.1.rangeTo" },
        ],
        positions: ["1", "2"],
      },
    },
    400,
    "INVALID_REQUEST",
  ],
  [{ changes: [], values: [{ node: "nowhere", field: "runtime.total" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [], values: [{ node: "total", field: "runtime.result" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [], values: [{ node: "total", field: "outcome" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [{ id: "bureau_score", path: "ranges.99.rangeTo", value: "1" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [{ id: "bureau_score", path: "ranges.0.score", value: "1); DROP TABLE executions" }] }, 400, "INVALID_REQUEST"],
  [{ changes: [{ id: "bureau_score", path: "ranges.0.score", value: "" }] }, 409, "INVALID_SOLUTION_DEFINITION"],
])("%j is refused", async (body, status, code) => {
  const answer = await api.ask(admin.token, "experimentResult.whatIf", { at, body });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
});

test("values at a node are counted by step and outcome, as the compiled engine computes them row by row", async () => {
  const changes = [
    { id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "430" },
    { id: "bureau_score", path: "ranges.3.score", value: "150" },
  ];
  const changed = withThresholds(scorecard, changes);
  if (changed === undefined) throw new Error("The changes name nothing.");
  const values = [
    { node: "total", field: "runtime.total" },
    { node: "eligibility", field: "application.age" },
    { node: "start", field: "application.bureau_score" },
  ];
  const { _embedded: fields } = await admin.must("experimentResult.whatIf", { at, body: { changes, values } });
  expect(fields.values.map(({ node, field }) => ({ node, field }))).toEqual(values);
  const plan = planOf(changed);
  for (const { node, field, min, max, bins } of fields.values) {
    const expected = new Map<string, number>();
    for (const record of records) {
      const [source, name = ""] = field.split(".");
      const seen = { id: node, scoredDatasource: source === "runtime" ? "Runtime" : "Application", scoredField: name } as RangeScoreNode;
      const { outcome, value } = decide(plan, record, seen);
      if (value === undefined) continue;
      const key = `${Math.max(0, Math.min(bins.length - 1, Math.floor((value - min) / ((max - min) / bins.length))))} ${outcome}`;
      expected.set(key, (expected.get(key) ?? 0) + 1);
    }
    const counted = bins.flatMap((bin, step) => bin.map(({ outcome, count }) => [`${step} ${outcome}`, count] as const));
    expect(Object.fromEntries(counted)).toEqual(Object.fromEntries(expected));
    expect(expected.size).toBeGreaterThan(10);
  }
});

test("a focus that is not a Range Score is ignored, and no tables are left in ClickHouse", async () => {
  const { _embedded: fields } = await admin.must("experimentResult.whatIf", { at, body: { changes: [], focus: "total" } });
  expect(fields.focus).toBeUndefined();
  expect(await api.adminClickHouse.query("SELECT name FROM system.tables WHERE name LIKE 'whatif%'")).toEqual([]);
});
