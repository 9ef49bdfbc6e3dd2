import { readFile } from "node:fs/promises";
import {
  compile,
  EffectFailure,
  encodeRecord,
  evaluateWithEffects,
  expandRecord,
  readInput,
  type Effects,
  type Plan,
} from "@airlock/engine";
import { runBoth } from "@airlock/engine/compare";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

interface Made {
  readonly id: string;
  readonly started: Date;
  readonly status: string;
  readonly record: string;
}

let api: TestApi;
let clickhouse: ClickHouse;
let admin: Person;
let solutionId = "";
let versionId = "";
let before: Definition;
let after: Definition;
let made: readonly Made[] = [];

const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;
const over = { executions: { start: new Date(Date.now() - 86_400_000).toISOString(), end: new Date(Date.now() + 1000).toISOString() } };

beforeAll(async () => {
  api = await startTestApi();
  clickhouse = openTestClickHouse("admin");
  admin = await newOrganisation(api, await rootAdministrator(api), "Comparing");
  before = await example();
  after = withBand(before);
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: `Compared ${newId()}`, definition: before } });
  solutionId = solution.webSafeString;
  const frozen = await admin.must("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
  versionId = frozen._embedded.webSafeString;
  await admin.must("definition.update", { at: { solutionId }, body: after });
  made = await Promise.all(Array.from({ length: 400 }, (_, index) => decide(index)));
  await insert(made);
  await insert(made.slice(0, 50));
});
afterAll(async () => {
  await clickhouse.close();
  await api.close();
});

async function example(): Promise<Definition> {
  const text = await readFile(new URL("../../../../examples/consumer-credit.json", import.meta.url), "utf8");
  const parsed = parseDefinition((JSON.parse(text) as { readonly definition: unknown }).definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  return parsed.definition;
}

/** The band of debts with the fewest points gets many more. */
function withBand(definition: Definition): Definition {
  const nodes = definition.solutionDefinition.nodes.map((node) =>
    node.type === "RangeScore" && node.id === "burden"
      ? { ...node, ranges: node.ranges.map((range) => ({ ...range, score: "120" })) }
      : node,
  );
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, nodes } };
}

function planOf(definition: Definition): Plan {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The example cannot run.");
  return compiled.plan;
}

function insert(rows: readonly Made[]): Promise<void> {
  return clickhouse.insertLines(
    "executions",
    columns,
    rows.map(({ id, started, status, record }) =>
      JSON.stringify([admin.organisationId, versionId, started.getTime() * 1000, id, solutionId, "k", 1000, status, record]),
    ),
  );
}

async function decide(index: number): Promise<Made> {
  const plan = planOf(before);
  const income = 900 + ((index * 37) % 6000);
  const read = readInput(plan, {
    applicant_id: `A-${index}`,
    age: 20 + (index % 50),
    residency: "NL",
    net_income: income,
    monthly_debts: Math.round((income * (index % 45)) / 100),
    employment: ["permanent", "temporary", "student"][index % 3],
    loan_purpose: ["car", "home", "holiday"][index % 3],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const effects: Effects = {
    webCall: ({ nodeId }) => {
      if (index % 41 === 0) return Promise.reject(new EffectFailure("WEB_CALL_TIMEOUT", "No answer."));
      const report = { score: 380 + ((index * 53) % 440), accounts: { open: 3, missed_payments: index % 4 } };
      return Promise.resolve({
        status: 200,
        body: JSON.stringify(nodeId === "bureau" ? report : { id: `UW-${index}`, decision: "Refer" }),
      });
    },
    predict: () => ({ score: 0, reasonCodes: [] }),
  };
  const execution = await evaluateWithEffects(plan, read.input, effects, AbortSignal.timeout(5_000));
  const started = new Date(Date.now() - 3_600_000 + index);
  return { id: newId(started.getTime()), started, status: execution.status, record: encodeRecord(execution) };
}

async function compared(body: object) {
  const { _embedded } = await admin.must("comparisons.create", { body: { over, ...body } });
  const at = { comparisonId: _embedded.webSafeString };
  await vi.waitFor(async () => expect((await admin.must("comparison.read", { at }))._embedded.status).toBe("done"), {
    timeout: 120_000,
    interval: 100,
  });
  return { at, fields: (await admin.must("comparison.read", { at }))._embedded };
}

/** Counted independently: by running every execution through both flows and expanding both. */
async function byHand() {
  const [left, right] = [planOf(before), planOf(after)];
  const links = new Map<string, { left: number; right: number }>();
  const changed: string[] = [];
  let unanswered = 0;
  for (const { id, record } of made) {
    const both = await runBoth(left, right, record);
    if (!both.ok) {
      unanswered += 1;
      continue;
    }
    for (const [side, plan, execution] of [
      ["left", left, both.recorded],
      ["right", right, both.other],
    ] as const) {
      for (const link of expandRecord(plan, encodeRecord(execution)).linksTaken) {
        const count = links.get(link) ?? { left: 0, right: 0 };
        links.set(link, { ...count, [side]: count[side] + 1 });
      }
    }
    const outcomes = [both.recorded, both.other].map(({ status, runtimeData }) => (status === "failed" ? "Failed" : runtimeData["result"]));
    if (outcomes[0] !== outcomes[1]) changed.push(id);
  }
  return { links, changed, unanswered };
}

test("a version against the draft: every count equals that of running each execution individually", async () => {
  const hand = await byHand();
  const { at, fields } = await compared({ left: { versionWss: versionId }, right: { solutionWss: solutionId } });
  expect(hand.changed.length).toBeGreaterThan(10);
  expect(hand.unanswered).toBeGreaterThan(0);
  expect(fields).toMatchObject({ rows: 400, totalRows: 400, outcomeField: "result", executionsOf: "left" });
  expect(fields.summary).toMatchObject({ changed: hand.changed.length, unanswered: hand.unanswered, compared: 400 - hand.unanswered });
  for (const { id, left, right } of fields.summary.links)
    expect([id, left, right]).toEqual([id, hand.links.get(id)?.left ?? 0, hand.links.get(id)?.right ?? 0]);
  const { compared: all, outcomes, moves, nodes } = fields.summary;
  expect(outcomes.reduce((sum, { left }) => sum + left, 0)).toBe(all);
  expect(moves.reduce((sum, { count }) => sum + count, 0)).toBe(all);
  expect(nodes.find(({ id }) => id === "start")).toEqual({ id: "start", left: all, right: all });

  const ids: string[] = [];
  let query: Record<string, string> = { limit: "20" };
  for (;;) {
    const page = await admin.must("comparison.records", { at, query });
    expect(page._embedded).toEqual({ total: hand.changed.length, exact: true });
    for (const { _embedded: record } of page.items) {
      ids.push(record.recordId);
      expect(record.executionWss).toBe(record.recordId);
      expect([record.left?.outcome, record.right?.outcome]).toEqual([record.outcomeLeft, record.outcomeRight]);
      expect(record.outcomeLeft).not.toBe(record.outcomeRight);
      expect(record.firstNode).toBe("burden");
    }
    const next = page._links["next"]?.href;
    if (next === undefined) break;
    query = Object.fromEntries(new URL(next, "http://a.test").searchParams);
  }
  expect(ids.toSorted()).toEqual(hand.changed.toSorted());

  const [id = ""] = ids;
  const { _embedded: one } = await admin.must("comparison.record", { at: { ...at, recordId: id } });
  expect(one.left?.steps.some(({ nodeId }) => nodeId === "burden")).toBe(true);
  // It is the read of one execution, like that of an execution by itself.
  const reads = await admin.must("audit.list", { query: { record: id } });
  expect(reads.items.map(({ _embedded }) => _embedded)).toMatchObject([
    { noun: "execution", change: "read", actorWss: admin.userId, recordName: expect.stringMatching(/^Compared .*: v1$/) as string },
  ]);
  expect(one.left?.linksTaken).not.toEqual(one.right?.linksTaken);
  // The web call has its recorded response: only the points of the band explain the difference.
  expect(one.turn).toMatchObject({ id: "burden", number: 120 });
  expect(one.turn?.path).toMatch(/^ranges\.\d\.score$/);
  expect((one.turn?.turns ?? 0) - (one.turn?.stays ?? 0)).toBe(1);
  const move = fields.summary.moves.find(({ from, to }) => from !== to);
  const only = await admin.must("comparison.records", { at, query: { from: move?.from ?? "", to: move?.to ?? "" } });
  expect(only._embedded.total).toBe(move?.count);
  // The longest, so that few have it.
  const [sought] = Object.values(one.applicationData).toSorted((a, b) => String(b).length - String(a).length);
  const found = await admin.must("comparison.records", { at, query: { search: String(sought), limit: "500" } });
  expect(found.items.some(({ _embedded }) => _embedded.recordId === id)).toBe(true);
  expect(found.items.every(({ _embedded }) => JSON.stringify([_embedded.applicationData, _embedded.left]).includes(String(sought)))).toBe(
    true,
  );
  expect((await admin.must("comparison.records", { at, query: { search: "stands nowhere" } }))._embedded.total).toBe(0);
  await admin.must("comparison.delete", { at });
  expect((await api.ask(admin.token, "comparison.read", { at })).statusCode).toBe(404);
});

test("the draft against a version uses the version's executions, and a flow against itself has no differences", async () => {
  const { fields } = await compared({ left: { solutionWss: solutionId }, right: { versionWss: versionId } });
  expect(fields).toMatchObject({ executionsOf: "right", left: { versionWss: null }, right: { versionName: "v1" } });
  expect(fields.summary.changed).toBe((await byHand()).changed.length);
  const same = await compared({ left: { versionWss: versionId }, right: { versionWss: versionId } });
  expect(same.fields.summary).toMatchObject({ compared: 400, changed: 0, differing: 0, unanswered: 0 });
});

test("an execution that was erased in the meantime keeps its outcome and loses its values", async () => {
  const { at } = await compared({ left: { versionWss: versionId }, right: { solutionWss: solutionId } });
  const { items } = await admin.must("comparison.records", { at });
  const id = items[0]?._embedded.executionWss ?? "";
  await clickhouse.command(
    "ALTER TABLE executions UPDATE record = '', erased = now() WHERE organisation = {organisation:String} AND id = {id:String} SETTINGS mutations_sync = 1",
    { organisation: admin.organisationId, id },
  );
  const { _embedded } = await admin.must("comparison.record", { at: { ...at, recordId: id } });
  expect(_embedded).toMatchObject({ outcomeLeft: items[0]?._embedded.outcomeLeft, applicationData: {} });
  expect(_embedded.left).toBeUndefined();
});

test.each([
  [{ left: { solutionWss: "draft" }, right: { solutionWss: "draft" } }, 409, "COMPARISON_WITHOUT_VERSION"],
  [{ left: {}, right: {} }, 409, "COMPARISON_WITHOUT_VERSION"],
  [{ outcomeField: "nothing like it" }, 400, "INVALID_REQUEST"],
  [{ over: { executions: { start: over.executions.end, end: over.executions.start } } }, 400, "INVALID_REQUEST"],
])("%j is refused", async (body, status, code) => {
  const text = JSON.stringify({ over, left: { versionWss: versionId }, right: { versionWss: versionId }, ...body }).replaceAll(
    '"draft"',
    JSON.stringify(solutionId),
  );
  const answer = await api.ask(admin.token, "comparisons.create", { body: JSON.parse(text) as unknown });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
});
