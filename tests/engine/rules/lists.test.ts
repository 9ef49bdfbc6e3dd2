import {
  behaviourOf,
  compileFrozen,
  encodeRecord,
  evaluate,
  expandRecord,
  readInput,
  type Effects,
  type Execution,
  type Held,
  type ListVersion,
} from "@airlock/engine";
import { runBoth } from "@airlock/engine/compare";
import { interpret } from "@airlock/engine/reference";
import type { FlowList } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, formulas, lookup, rule, type Draft, type NodeMaker } from "../build.ts";
import { compiled } from "../compare.ts";
import { inARow } from "../decide.ts";
import { noEffects } from "../parity-flow.ts";

const rates: FlowList = {
  listId: "l1",
  name: "Rates",
  keyType: "String",
  columns: [
    { name: "rate", type: "Float" },
    { name: "band", type: "String" },
    { name: "open", type: "Boolean" },
    { name: "since", type: "Date" },
    { name: "points", type: "Integer" },
  ],
};
const ages: FlowList = { listId: "l2", name: "Ages", keyType: "Integer", columns: [] };
const days: FlowList = { listId: "l3", name: "Days", keyType: "Date", columns: [] };

const fields = {
  application: { country: "String", age: "Integer", born: "Date" },
  runtime: { rate: "Float", band: "String", open: "Boolean", since: "Date", found: "Boolean", points: "Integer" },
} as const;

type Rows = Readonly<Record<string, readonly Held[]>>;
const rateRows: Rows = {
  NL: [1.5, "A", 1, 20_000, 9_007_199_254_740_991],
  BE: [undefined, undefined, 0, undefined, 3],
  "": [9, "empty", 0, 0, 0],
};

function version({ columns }: FlowList, rows: Rows, number = 7): ListVersion {
  const keys = Object.keys(rows);
  return { number, table: { columns, find: (key) => keys.indexOf(key), value: (row, column) => rows[keys[row] ?? ""]?.[column] } };
}

/** The host that has all three. */
function host(rows: Rows = rateRows, number = 7): Pick<Effects, "list"> {
  const lists = new Map([
    ["l1", version(rates, rows, number)],
    ["l2", version(ages, { "18": [], "-3": [] })],
    ["l3", version(days, { "2024-10-04": [] })],
  ]);
  return { list: (listId) => lists.get(listId) };
}

const draft = (...nodes: readonly NodeMaker[]): Draft => inARow({ ...fields, lists: [rates, ages, days], nodes });

/** Runs compiled and interpreted, insists that they agree and that the record comes out the same, and returns the execution. */
function decide(drawn: Draft, body: Readonly<Record<string, unknown>>, lists = host()): Execution {
  const definition = build(drawn);
  const plan = compiled(definition);
  const read = readInput(plan, body);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  const execution = evaluate(plan, read.input, lists);
  const { status, runtimeData, error } = interpret(definition, read.input.values, { ...noEffects, ...lists });
  expect({ status, runtimeData: { ...runtimeData }, code: error?.code }).toEqual({
    status: execution.status,
    runtimeData: { ...execution.runtimeData },
    code: execution.error?.code,
  });
  expect(expandRecord(plan, encodeRecord(execution)).runtimeData).toEqual(execution.runtimeData);
  return execution;
}

const everything = lookup("all", "Rates", "country", ["rate > rate", "band > band", "open > open", "since > since"], "found");

describe("lists", () => {
  it("[LU1] an execution uses one version of each list, and fails at Start where one is not there", () => {
    expect(decide(draft(everything), { country: "NL" }, {})).toMatchObject({
      status: "failed",
      runtimeData: {},
      error: { code: "LIST_UNAVAILABLE", nodeId: "start", message: "The list 'Rates' has no version in effect." },
    });
    let calls = 0;
    const counting = host();
    decide(
      draft(everything, lookup("again", "Rates", "country", ["band > band"])),
      { country: "NL" },
      {
        list: (listId) => {
          calls += 1;
          return counting.list?.(listId);
        },
      },
    );
    // Once for each of the three lists, by the plan and by the interpreter.
    expect(calls).toBe(6);
  });

  it("[LU2] a key is looked up once in an execution, and the record keeps what was found", () => {
    let finds = 0;
    const base = version(rates, rateRows);
    const counting: Pick<Effects, "list"> = {
      list: (listId) =>
        listId === "l1"
          ? {
              ...base,
              table: {
                ...base.table,
                find: (key) => {
                  finds += 1;
                  return base.table.find(key);
                },
              },
            }
          : host().list?.(listId),
    };
    const plan = compiled(build(draft(everything, lookup("again", "Rates", "country", ["band > band"]))));
    const read = readInput(plan, { country: "NL" });
    if (!read.ok) throw new Error("This input should be accepted");
    const record = encodeRecord(evaluate(plan, read.input, counting));
    expect(finds).toBe(1);
    expect(JSON.parse(record)[5]).toEqual([
      [1, 7, 7, 7],
      [0, "NL", 1, 1.5, "A", 1, 20_000],
    ]);
  });

  it("[LU3] keys are texts: an Integer in digits, a Date as YYYY-MM-DD; a missing value is no key", () => {
    const drawn = draft(rule("young", "age in list Ages", "points = 1"), rule("day", "born in list Days", "band = 'day'"));
    expect(decide(drawn, { age: 18, born: "2024-10-04" }).runtimeData).toEqual({ points: 1, band: "day" });
    expect(decide(drawn, { age: -3, born: "2024-10-05" }).runtimeData).toEqual({ points: 1 });
    expect(decide(drawn, {}).runtimeData).toEqual({});
  });

  it("[LU4] a Lookup sets its fields to the row's values, and to missing where there is no row", () => {
    expect(decide(draft(everything), { country: "NL" }).runtimeData).toEqual({
      rate: 1.5,
      band: "A",
      open: true,
      since: "2024-10-04",
      found: true,
    });
    expect(decide(draft(everything), { country: "BE" }).runtimeData).toEqual({ open: false, found: true });
    const before = formulas("before", "rate := 3.5");
    expect(decide(draft(before, everything), { country: "DE" }).runtimeData).toEqual({ found: false });
    const tooLarge = lookup("large", "Rates", "country", ["points > rate"]);
    expect(decide(draft(tooLarge), { country: "NL" }).error?.code).toBe("NUMBER_OVERFLOW");
    expect(decide(draft(tooLarge), { country: "BE" }).runtimeData).toEqual({ rate: 3 });
  });

  it("[LU5] inList tests a key, and lookup gives a column, missing where there is no row or no value", () => {
    const drawn = draft(
      formulas(
        "f",
        'found := inList(upper(country), "Rates")',
        'rate := ifMissing(lookup(country, "Rates", "rate"), 0.5)',
        'open := lookup(country, "Rates", "open")',
        'points := if(inList(age + 1, "Ages"), 1, 2)',
        'since := addDays(lookup(country, "Rates", "since"), 1)',
        'band := lookup(country, "Rates", "band")',
      ),
    );
    expect(decide(drawn, { country: "nl", age: 17 }).runtimeData).toEqual({ found: true, rate: 0.5, points: 1 });
    expect(decide(drawn, { country: "NL", age: 18 }).runtimeData).toEqual({
      found: true,
      rate: 1.5,
      open: true,
      points: 2,
      since: "2024-10-05",
      band: "A",
    });
    expect(decide(drawn, {}).runtimeData).toEqual({ found: false, rate: 0.5, points: 2 });
  });

  it("[CO12] in list and not in list compare a field with the keys; a missing field is in no list", () => {
    const drawn = draft(rule("in", "country in list Rates", "band = 'in'"), rule("out", "country not in list Rates", "band = 'out'"));
    expect(["NL", "nl", undefined].map((country) => decide(drawn, { country }).runtimeData["band"])).toEqual(["in", "out", "out"]);
  });

  it("[FL11] a flow with lists needs behaviour 4", () => {
    const definition = build(draft(everything));
    expect(behaviourOf(definition)).toBe(4);
    expect(compileFrozen(definition, 3)).toMatchObject({ ok: false, findings: [{ code: "NOT_RUNNABLE" }, { code: "NOT_RUNNABLE" }] });
    expect(behaviourOf(build(inARow({ ...fields, nodes: [formulas("f", "rate := 1.5")] })))).toBe(3);
  });

  it("[RE6] the other flow of a comparison uses what the record has, and is not comparable where that is not enough", async () => {
    const plan = compiled(build(draft(everything)));
    const read = readInput(plan, { country: "NL" });
    if (!read.ok) throw new Error("This input should be accepted");
    const record = encodeRecord(evaluate(plan, read.input, host()));
    const compare = (node: NodeMaker) => runBoth(plan, compiled(build(draft(node))), record);
    expect(await compare(lookup("same", "Rates", "country", ["rate > rate"]))).toMatchObject({
      ok: true,
      other: { runtimeData: { rate: 1.5 } },
    });
    expect(await compare(lookup("more", "Rates", "country", ["points > points"]))).toEqual({ ok: false, why: "unanswered" });
    expect(await compare(formulas("other", 'found := inList(lower(country), "Rates")'))).toEqual({ ok: false, why: "unanswered" });
  });
});
