import { readFile } from "node:fs/promises";
import {
  compile,
  EffectFailure,
  encodeRecord,
  evaluate,
  evaluateWithEffects,
  expandRecord,
  readInput,
  type Effects,
} from "@airlock/engine";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import { openTestClickHouse } from "@airlock/platform/testing/clickhouse";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limitTable } from "../testing/limit-table.ts";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

interface Made {
  readonly id: string;
  readonly started: Date;
  readonly duration: number;
  readonly status: "completed" | "failed";
  readonly record: string;
}

let api: TestApi;
let clickhouse: ClickHouse;
let admin: Person;
let versionId = "";
let definition: Definition;
let made: readonly Made[] = [];

const hour = 3_600_000;
const now = Date.now();
const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"] as const;

beforeAll(async () => {
  api = await startTestApi();
  clickhouse = openTestClickHouse("admin");
  admin = await newOrganisation(api, await rootAdministrator(api), "Heat");
  const example = JSON.parse(await readFile(new URL("../../../../examples/consumer-credit.json", import.meta.url), "utf8")) as {
    readonly definition: unknown;
  };
  const parsed = parseDefinition(example.definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  ({ definition } = parsed);
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: `Heat ${newId()}`, definition } });
  const frozen = await admin.must("solution.versions.create", { at: { solutionId: solution.webSafeString }, body: { versionName: "v1" } });
  versionId = frozen._embedded.webSafeString;
  made = await Promise.all(Array.from({ length: 600 }, (_, index) => decide(index)));
  await insert(made);
  // Duplicates in a part of their own: each execution counts once.
  await insert(made.slice(100, 300));
});

afterAll(async () => {
  await clickhouse.close();
  await api.close();
});

function insert(rows: readonly Made[], version = versionId): Promise<void> {
  return clickhouse.insertLines(
    "executions",
    columns,
    rows.map(({ id, started, duration, status, record }) =>
      JSON.stringify([admin.organisationId, version, started.getTime() * 1000, id, "s", "k", duration, status, record]),
    ),
  );
}

/** Applicants of every kind, for some of whom the bureau does not respond. */
async function decide(index: number): Promise<Made> {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The example cannot run.");
  const income = 900 + ((index * 37) % 6000);
  const read = readInput(compiled.plan, {
    applicant_id: `A-${index}`,
    age: 16 + (index % 60),
    residency: ["NL", "BE", "US"][index % 3],
    net_income: income,
    monthly_debts: Math.round((income * (index % 90)) / 90),
    employment: ["permanent", "temporary", "student"][index % 3],
    loan_purpose: ["car", "home", "holiday"][index % 3],
  });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const effects: Effects = {
    webCall: ({ nodeId }) => {
      if (index % 23 === 0) return Promise.reject(new EffectFailure("WEB_CALL_TIMEOUT", "No answer."));
      const body =
        nodeId === "bureau"
          ? { score: 380 + ((index * 53) % 440), accounts: { open: 3, missed_payments: index % 4 } }
          : { id: `UW-${index}`, decision: "Refer" };
      return Promise.resolve({ status: 200, body: JSON.stringify(body) });
    },
    predict: () => ({ score: 0, reasonCodes: [] }),
  };
  const execution = await evaluateWithEffects(compiled.plan, read.input, effects, AbortSignal.timeout(5_000));
  const started = new Date(now - (index % 10) * hour - 1000);
  const record = encodeRecord(execution);
  return { id: newId(started.getTime()), started, duration: 1000 + index * 10, status: execution.status, record };
}

/** Counted independently: by expanding every execution record. */
function byHand(rows: readonly Made[]): {
  readonly nodes: Map<string, number>;
  readonly links: Map<string, number>;
  readonly failed: Map<string, number>;
} {
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The example cannot run.");
  const [nodes, links, failed] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const count = (counts: Map<string, number>, id: string) => counts.set(id, (counts.get(id) ?? 0) + 1);
  for (const { record } of rows) {
    const { executionEvents, linksTaken, error } = expandRecord(compiled.plan, record);
    for (const id of new Set(
      executionEvents.filter(({ action, eventType }) => action === "triggered" && eventType !== "Join").map(({ id: node }) => node),
    )) {
      count(nodes, id);
    }
    for (const id of linksTaken) count(links, id);
    if (error !== undefined) count(failed, error.nodeId);
  }
  return { nodes, links, failed };
}

async function heatOf(query: Record<string, string>) {
  return (await admin.must("version.heat", { at: { versionId }, query }))._embedded;
}

function expectSame(heat: Awaited<ReturnType<typeof heatOf>>, rows: readonly Made[]): void {
  const hand = byHand(rows);
  const { nodes, links } = definition.solutionDefinition;
  expect(heat.nodes.map(({ id, count, failed }) => [id, count, failed])).toEqual(
    nodes.map(({ id }) => [id, hand.nodes.get(id) ?? 0, hand.failed.get(id) ?? 0]),
  );
  expect(heat.links.map(({ id, count }) => [id, count])).toEqual(links.map(({ id }) => [id, hand.links.get(id) ?? 0]));
}

test("every node and link has the count of expanding every execution record, and duplicates count once", async () => {
  const heat = await heatOf({});
  expect(heat).toMatchObject({ total: 600, unknown: 0, failed: made.filter(({ status }) => status === "failed").length });
  expectSame(heat, made);
  expect(heat.links.some(({ count }) => count > 0 && count < 600)).toBe(true);
  expect(heat.nodes.find(({ id }) => id === "bureau")?.failed).toBeGreaterThan(0);
  for (const { count, share } of heat.links) expect(share).toBeCloseTo(count / 600, 12);
});

test("a range includes its start and excludes its end", async () => {
  const [start, end] = [now - 4 * hour - 1000, now - 2 * hour - 1000].map((at) => new Date(at).toISOString()) as [string, string];
  const inside = made.filter(({ started }) => started.toISOString() >= start && started.toISOString() < end);
  expect(inside).toHaveLength(120);
  const heat = await heatOf({ start, end });
  expect(heat).toMatchObject({ total: 120, start, end });
  expectSame(heat, inside);
  const empty = await heatOf({ start: "2020-01-01T00:00:00Z", end: "2020-02-01T00:00:00Z" });
  expect(empty).toMatchObject({ total: 0, p95Micros: null });
  expect(empty.nodes.every(({ count, share }) => count === 0 && share === 0)).toBe(true);
});

test("a node has the durations of the executions that passed it, and the slowest of them", async () => {
  const { node } = await heatOf({ node: "bureau" });
  const compiled = compile(definition);
  if (!compiled.ok) throw new Error("The example cannot run.");
  const { plan } = compiled;
  const through = made.filter(({ record }) => expandRecord(plan, record).executionEvents.some(({ id }) => id === "bureau"));
  const slowest = through.toSorted((a, b) => b.duration - a.duration).slice(0, 4);
  expect(node?.slowest.map(({ executionWss }) => executionWss)).toEqual(slowest.map(({ id }) => id));
  expect(node?.spread.reduce((sum, { count }) => sum + count, 0)).toBe(through.length);
  const exact = through.map(({ duration }) => duration).toSorted((a, b) => a - b)[Math.floor(0.95 * through.length)] ?? 0;
  expect(Math.abs((node?.p95Micros ?? 0) - exact) / exact).toBeLessThan(0.01);
});

test("erased executions are counted as unknown, and shares are of the rest", async () => {
  const gone = made.slice(0, 5).map(({ id }) => id);
  await clickhouse.command(
    `ALTER TABLE executions UPDATE record = '', erased = now() WHERE organisation = {organisation:String} AND id IN {ids:Array(String)} SETTINGS mutations_sync = 1`,
    { organisation: admin.organisationId, ids: gone },
  );
  const heat = await heatOf({});
  expect(heat).toMatchObject({ total: 600, unknown: 5 });
  expectSame(heat, made.slice(5));
  expect(heat.nodes.find(({ id }) => id === "start")?.share).toBe(1);
});

describe("a Decision Table", () => {
  const newest = 5_000;
  let tableVersion = "";
  let decided: readonly Made[] = [];

  beforeAll(async () => {
    const compiled = compile(limitTable);
    if (!compiled.ok) throw new Error("The table cannot run.");
    const { plan } = compiled;
    const { _embedded: solution } = await admin.must("solutions.create", { body: { name: "Limit", definition: limitTable } });
    const frozen = await admin.must("solution.versions.create", {
      at: { solutionId: solution.webSafeString },
      body: { versionName: "v1" },
    });
    tableVersion = frozen._embedded.webSafeString;
    // One a second, the newest first. Only the oldest are of Belgium, and every hundredth has no income to divide by.
    decided = Array.from({ length: newest + 200 }, (_, index) => {
      const country = index < newest ? "NL" : "BE";
      const read = readInput(plan, { income: index % 100 === 0 ? 0 : 1000, debts: index % 1000, country });
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const execution = evaluate(plan, read.input);
      const started = new Date(now - 20 * hour - index * 1000);
      return { id: newId(started.getTime()), started, duration: 100, status: execution.status, record: encodeRecord(execution) };
    });
    await insert(decided, tableVersion);
  });

  const rowsOf = async (start: Date) => {
    const query = { node: "table", start: start.toISOString() };
    return (await admin.must("version.heat", { at: { versionId: tableVersion }, query }))._embedded.node?.rows;
  };
  /** Debts below 250 take the first row, below 600 one by the country, and the others the default row. */
  const expected = (rows: readonly Made[]) => {
    const counts = { r0: 0, r1: 0, r2: 0, d: 0 };
    for (const one of rows) {
      const index = decided.indexOf(one);
      if (index % 100 === 0) continue;
      const debts = index % 1000;
      counts[debts < 250 ? "r0" : debts >= 600 ? "d" : index < newest ? "r1" : "r2"] += 1;
    }
    return Object.entries(counts).map(([id, count]) => ({ id, count }));
  };

  test("has the executions that each row counted for, the default row too", async () => {
    const some = decided.slice(0, 700);
    const rows = await rowsOf(some.at(-1)?.started ?? new Date());
    expect(rows).toMatchObject({ executions: 700, isSample: false });
    expect(rows?.counts).toEqual(expected(some));
  });

  test("with more executions than are replayed has those of the newest, and says so", async () => {
    const rows = await rowsOf(new Date(now - 30 * hour));
    expect(rows).toMatchObject({ executions: newest, isSample: true });
    expect(rows?.counts).toEqual(expected(decided.slice(0, newest)));
    expect(rows?.counts).toContainEqual({ id: "r2", count: 0 });
  });

  test("in the trace of one execution has the row that counted", async () => {
    const belgian = decided[newest + 30]?.id ?? "";
    const { steps } = (await admin.must("execution.read", { at: { executionId: belgian } }))._embedded;
    expect(steps.find(({ nodeId }) => nodeId === "table")?.table).toEqual({ rows: [0], inputs: [{ value: 0.03 }, { value: "BE" }] });
  });
});

test.each([
  { start: "2026-02-01T00:00:00Z", end: "2026-01-01T00:00:00Z" },
  { node: "nobody" },
  { start: "0001-01-01T00:00:00Z" },
  { end: "9999-01-01T00:00:00Z" },
])("%j is refused", async (query) => {
  const answer = await api.ask(admin.token, "version.heat", { at: { versionId }, query: query as unknown as Record<string, string> });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, "INVALID_REQUEST"]);
});
