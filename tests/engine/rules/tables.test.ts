import { behaviourOf, encodeRecord, expandRecord, explain, explainTables } from "@airlock/engine";
import { toSql } from "@airlock/engine/sql";
import type { FieldType, HitPolicy } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, formulas, state, table } from "../build.ts";
import { compiled } from "../compare.ts";
import { ask, decide, findingsOf, inARow } from "../decide.ts";

type Types = Readonly<Record<string, FieldType>>;

const application: Types = { age: "Integer", ratio: "Float", country: "String", member: "Boolean", since: "Date" };
const runtime: Types = { points: "Integer", limit: "Float", grade: "String", vip: "Boolean", until: "Date" };

/** One table between Start and End, with `points` 1 before it by default. */
function run(
  policy: HitPolicy,
  columns: { readonly inputs: readonly string[]; readonly outputs: readonly string[] },
  rows: readonly string[],
  body: Readonly<Record<string, unknown>> = {},
) {
  const draft = inARow({ application, runtime, nodes: [table("t", policy, columns, ...rows)] });
  const { error, runtimeData, reasonCodes } = decide(draft, body);
  return { ...runtimeData, ...(reasonCodes.length > 0 ? { reasonCodes } : {}), ...(error === undefined ? {} : { error: error.code }) };
}

/** Whether a cell matches the value of a field. */
const takes = (cell: string, field: string, value: unknown): boolean =>
  "points" in run("first", { inputs: [field], outputs: ["points"] }, [`${cell} | 1`], { [field]: value });

describe("decision tables", () => {
  it("[DT1] inputs are computed before anything is set, and a row matches if all of its cells do", () => {
    const columns = { inputs: ["age", "country"], outputs: ["points"] };
    const rows = [">= 18 | NL | 1", "< 18 | - | 2", "- | NL, BE | 3"];
    expect(run("first", columns, rows, { age: 20, country: "NL" })).toEqual({ points: 1 });
    expect(run("first", columns, rows, { age: 20, country: "BE" })).toEqual({ points: 3 });
    expect(run("first", columns, rows, { age: 17, country: "BE" })).toEqual({ points: 2 });
    expect(run("first", columns, rows, { age: 20, country: "DE" })).toEqual({});
    const computed = { inputs: ["age / ratio", "lower(country)"], outputs: ["points"] };
    expect(run("first", computed, ["> 10 | nl | 1"], { age: 21, ratio: 2, country: "NL" })).toEqual({ points: 1 });
    expect(run("first", computed, ["- | - | 1"], { age: 21, ratio: 0 })).toEqual({ error: "DIVISION_BY_ZERO" });
    // A row that sets an input does not change what later rows see.
    const draft = inARow({
      runtime,
      nodes: [state("s", "points = 1"), table("t", "all", { inputs: ["points"], outputs: ["points", "grade"] }, "1 | 2 | a", "2 | 3 | b")],
    });
    expect(decide(draft).runtimeData).toEqual({ points: 2, grade: "a" });
  });

  it("[DT2] cells match literals, comparisons, intervals, lists, their negations, and missing values", () => {
    for (const [cell, field, value] of [
      ["-", "age", undefined],
      ["18", "age", 18],
      ["= 18", "age", 18],
      ["!= 18", "age", undefined],
      ["[18..65)", "age", 18],
      ["(..65]", "age", 65],
      ["]0.1..0.2]", "ratio", 0.2],
      ["0.3", "ratio", 0.3],
      ["< 1, > 5", "ratio", 5.5],
      ["not 18, 19", "age", undefined],
      ["missing", "age", undefined],
      ["not missing", "age", 0],
      ["NL, BE", "country", "BE"],
      ['"a, b"', "country", "a, b"],
      ['not "US"', "country", undefined],
      ['"missing"', "country", "missing"],
      ["TRUE", "member", true],
      ["not false", "member", undefined],
      ["[2024-02-29..2024-03-01]", "since", "2024-03-01"],
    ] as const) {
      expect(takes(cell, field, value), `${cell} ${String(value)}`).toBe(true);
    }
    for (const [cell, field, value] of [
      ["18", "age", undefined],
      ["!= 18", "age", 18],
      ["[18..65)", "age", 65],
      ["(18..65)", "age", 18],
      ["]0.1..0.2[", "ratio", 0.1],
      ["not 18, 19", "age", 19],
      ["missing", "country", ""],
      ["not missing", "country", undefined],
      ["NL", "country", "nl"],
      ["true", "member", undefined],
      ["> 2024-02-29", "since", "2024-02-29"],
    ] as const) {
      expect(takes(cell, field, value), `${cell} ${String(value)}`).toBe(false);
    }
  });

  it("[DT3] the hit policy determines which rows count, and the default row counts if none matches", () => {
    const columns = { inputs: ["age"], outputs: ["points", "grade"] };
    const rows = [">= 18 | 10 | a | R1", ">= 30 | 5 | b | R2", "otherwise | 1 | c | R9"];
    const old = { age: 40 };
    expect(run("first", columns, rows, old)).toEqual({ points: 10, grade: "a", reasonCodes: ["R1"] });
    expect(run("all", columns, rows, old)).toEqual({ points: 5, grade: "b", reasonCodes: ["R1", "R2"] });
    expect(run("unique", columns, rows, old)).toEqual({ error: "TABLE_NOT_UNIQUE" });
    expect(run("unique", columns, rows, { age: 20 })).toEqual({ points: 10, grade: "a", reasonCodes: ["R1"] });
    const numbers = { inputs: ["age"], outputs: ["points"] };
    expect(run("sum", numbers, [">= 18 | 10 | R1", ">= 30 | 5 | R2"], old)).toEqual({ points: 15, reasonCodes: ["R1", "R2"] });
    for (const policy of ["first", "all", "unique"] as const) {
      expect(run(policy, columns, rows, { age: 5 }), policy).toEqual({ points: 1, grade: "c", reasonCodes: ["R9"] });
    }
    expect(run("sum", numbers, [">= 18 | 10", "otherwise | 7 | R9"], {})).toEqual({ points: 7, reasonCodes: ["R9"] });
  });

  it("[DT4] outputs are stored from the left, formulas see stored values, and the first failure ends the node", () => {
    const columns = { inputs: ["age"], outputs: ["points", "limit", "grade", "vip", "until"] };
    expect(run("first", columns, ['- | 3 | =points * 2 | "" | true | 2024-02-29'], {})).toEqual({
      points: 3,
      limit: 6,
      grade: "",
      vip: true,
      until: "2024-02-29",
    });
    expect(run("first", columns, ['- | - | =age / 4 | "-" | = age = 3 | =addDays(since, 1)'], { age: 3, since: "2023-12-31" })).toEqual({
      limit: 0.75,
      grade: "-",
      vip: true,
      until: "2024-01-01",
    });
    expect(run("first", columns, ["- | 3 | =1 / age | a | - | - | R1"], { age: 0 })).toEqual({ points: 3, error: "DIVISION_BY_ZERO" });
    expect(run("first", columns, ["- | =age / 2 | 1 | a | - | -"], { age: 3 })).toEqual({ error: "NOT_AN_INTEGER" });
    const before = inARow({
      application,
      runtime,
      nodes: [
        state("s", "limit = 5", "points = 7"),
        table("t", "first", { inputs: ["age"], outputs: ["limit", "points"] }, "- | = age + 0.5 | -"),
      ],
    });
    expect(decide(before).runtimeData).toEqual({ points: 7 });
  });

  it("[DT5] sums add the outputs of the rows, in order", () => {
    const sums = { inputs: ["age"], outputs: ["limit", "points"] };
    const rows = ["> 1 | 0.1 | 1 | R1", "> 2 | - | 2", "> 3 | 0.2 | =age", "> 4 | =ratio | - | R2"];
    expect(run("sum", sums, rows, { age: 5, ratio: 0.3 })).toEqual({ limit: 0.6, points: 8, reasonCodes: ["R1", "R2"] });
    expect(run("sum", sums, rows, { age: 5 })).toEqual({ limit: 0.3, points: 8, reasonCodes: ["R1", "R2"] });
    // The field is replaced, not added to, and does not change if nothing is added.
    const nodes = (row: string) => [state("s", "points = 100", "limit = 50"), table("t", "sum", sums, row)];
    expect(decide(inARow({ application, runtime, nodes: nodes("- | - | =points + 1") })).runtimeData).toEqual({ points: 101, limit: 50 });
    const large = "- | 1 | 9007199254740991";
    expect(run("sum", sums, [large, "- | 1 | 1 | R1"], {})).toEqual({ limit: 2, error: "INTEGER_OVERFLOW" });
    expect(run("sum", sums, ["- | 999999999999999 | 1", "- | 1 | 1"], {})).toEqual({ error: "NUMBER_OVERFLOW" });
    expect(run("sum", sums, ["- | 1 | =age / 2", "- | 1 | 1"], { age: 3 })).toEqual({ limit: 2, error: "NOT_AN_INTEGER" });
  });

  it("need behaviour 3, request the day if they use it, and declare it for SQL", async () => {
    const draft = inARow({
      application,
      runtime,
      nodes: [table("t", "first", { inputs: ["daysBetween(since, today())"], outputs: ["until"] }, ">= 365 | = today()")],
    });
    const definition = build(draft);
    expect(behaviourOf(definition)).toBe(3);
    expect(findingsOf(definition, 2)).toContain("NOT_RUNNABLE");
    const execution = await ask(draft, { since: "2025-01-01" }, { today: () => 20_484 });
    expect({ ...expandRecord(compiled(definition), encodeRecord(execution)).runtimeData }).toEqual({ until: "2026-01-31" });
    expect(toSql(definition, { table: { name: "t" }, key: "id", inputs: new Map() })).toMatchObject({ ok: false, code: "TODAY" });
  });

  it("are explained with the rows that counted and the values of their columns, also on the day of the execution", async () => {
    const columns = { inputs: ["age * 2", "country", "member"], outputs: ["points"] };
    const rows = ["> 30 | - | - | 1", "- | NL | true | 2", "- | BE | - | 3"];
    const explained = async (policy: HitPolicy, body: Readonly<Record<string, unknown>>) => {
      const draft = inARow({ application, runtime, nodes: [table("t", policy, columns, ...rows)] });
      return explain(compiled(build(draft)), encodeRecord(await ask(draft, body, {}))).find(({ nodeId }) => nodeId === "t")?.table;
    };
    const inputs = [{ value: 40 }, { value: "NL" }, { value: true }];
    expect(await explained("first", { age: 20, country: "NL", member: true })).toEqual({ rows: [0], inputs });
    expect(await explained("all", { age: 20, country: "NL", member: true })).toEqual({ rows: [0, 1], inputs });
    expect(await explained("unique", { age: 1 })).toEqual({ rows: [], inputs: [{ value: 2 }, { value: undefined }, { value: undefined }] });
    const dated = inARow({
      application,
      runtime,
      nodes: [table("t", "first", { inputs: ["daysBetween(since, today())"], outputs: ["points"] }, "< 365 | 1", ">= 365 | 2")],
    });
    const execution = await ask(dated, { since: "2025-01-01" }, { today: () => 20_484 });
    const [plan, record] = [compiled(build(dated)), encodeRecord(execution)];
    const evaluated = { rows: [1], inputs: [{ value: 395 }] };
    expect(explain(plan, record).find(({ nodeId }) => nodeId === "t")?.table).toEqual(evaluated);
    expect(explainTables(plan, record)).toEqual([{ nodeId: "t", ...evaluated }]);
  });

  it("of thousands of rows and bounds are decided as row by row", () => {
    const rows = Array.from({ length: 3_000 }, (_, row) => `[${row * 2}..${row * 2 + 3}) | not x${row} | ${row}`);
    const draft = inARow({
      application,
      runtime,
      nodes: [table("t", "all", { inputs: ["age", "country"], outputs: ["points"] }, ...rows)],
    });
    expect(decide(draft, { age: 4_000, country: "x2000" }).runtimeData).toEqual({ points: 1_999 });
    expect(decide(draft, { age: 4_001, country: "y" }).runtimeData).toEqual({ points: 2_000 });
    expect(decide(draft, { age: 6_002, country: "y" }).runtimeData).toEqual({});
  });

  it("of a result that a later formula reads", () => {
    const nodes = [table("t", "first", { inputs: ["age"], outputs: ["limit"] }, "- | 2.5"), formulas("f", "points := limit * 2")];
    expect(decide(inARow({ application, runtime, nodes })).runtimeData).toEqual({ limit: 2.5, points: 5 });
  });
});
