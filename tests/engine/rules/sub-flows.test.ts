import { behaviourOf, compile, compileFrozen, encodeRecord, evaluate, expandRecord, explain, readInput } from "@airlock/engine";
import type { Definition, FlowList, SubFlow } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, call as webCall, end, formulas, list as listScore, rule, state, subFlow, type Draft } from "../build.ts";
import { compare, compiled } from "../compare.ts";
import { ask, inARow } from "../decide.ts";

/** A version of another solution. */
function version(name: string, definition: Definition, behaviour = behaviourOf(definition)): SubFlow {
  return { versionId: `${name}_1`, name: "1", solutionId: name, solutionName: name, behaviour, definition };
}

/** Forks into two branches that end apart. */
const grading = build({
  application: { income: "Float", country: "String", born: "Date", member: "Boolean" },
  required: ["income"],
  runtime: { limit: "Float", grade: "String", since: "Date", trusted: "Boolean" },
  nodes: [
    state("copy", "since = born", "trusted = member", "limit = income"),
    state("high", "grade = 'A'"),
    listScore("low", "country", "limit", ["NL 10 R1", "BE 20 R2"]),
    end("one"),
    end("two"),
  ],
  links: ["start > copy", "copy > high if income > 1000", "copy > low", "high > one", "low > two"],
});

const fields = {
  application: { income: "Integer", country: "String", born: "Date", member: "Boolean" },
  runtime: { limit: "Float", grade: "String", since: "Date", trusted: "Boolean", after: "String" },
} as const;
const call = subFlow(
  "call",
  "grading_1",
  ["income = income", "country = country", "born = born", "member = member"],
  ["limit > limit", "grade > grade", "since > since", "trusted > trusted"],
);
const draft: Draft = {
  ...fields,
  subFlows: [version("grading", grading)],
  nodes: [call, state("after", "after = 'run'"), end("end")],
  links: ["start > call", "call > after if limit > 100", "call > end otherwise", "after > end"],
};
const person = { income: 2000, country: "NL", born: "1990-02-28", member: true };

describe("sub-flows", () => {
  it("[SF1] nodes of a sub-flow run as part of the flow, each call with fields of its own", () => {
    const twice = inARow({
      ...fields,
      subFlows: [version("grading", grading)],
      nodes: [call, subFlow("again", "grading_1", ["income = 10", "country = 'BE'"], ["limit > limit", "since > since", "grade > after"])],
    });
    expect(compare(build(twice), person)).toMatchObject({
      status: "completed",
      runtimeData: { limit: 30, grade: "A", trusted: true },
      reasonCodes: ["R1", "R2"],
    });
  });

  it("[SF2] fields of a sub-flow get the values of the mapping, and the execution fails at its Start where a required one is missing", () => {
    expect(compare(build(draft), person)).toMatchObject({
      runtimeData: { limit: 2010, grade: "A", since: "1990-02-28", trusted: true, after: "run" },
    });
    expect(compare(build(draft), { ...person, income: undefined })).toMatchObject({
      status: "failed",
      runtimeData: {},
      error: { code: "SUB_FLOW_INPUT_MISSING", nodeId: "call/start" },
    });
    expect(compare(build(draft), { ...person, income: 9_000_000_000_000_000 })).toMatchObject({
      error: { code: "NUMBER_OVERFLOW", nodeId: "call/start" },
    });
  });

  it("[SF3] the nodes of a sub-flow run right before the node that calls it, all branches of it", () => {
    const plan = compiled(build(draft));
    const read = readInput(plan, person);
    if (!read.ok) throw new Error("input");
    const { executionEvents, linksTaken } = expandRecord(plan, encodeRecord(evaluate(plan, read.input)));
    const triggered = executionEvents.filter(({ action, eventType }) => action === "triggered" && eventType !== "Join");
    expect(triggered.map(({ id }) => id)).toEqual([
      "start",
      "call/start",
      "call/copy",
      "call/high",
      "call/low",
      "call/one",
      "call/two",
      "call",
      "after",
      "end",
    ]);
    expect(linksTaken).toEqual(["l0", "l1", "l3", "call/l0", "call/l1", "call/l2", "call/l3", "call/l4"]);
  });

  it("[SF4] results are stored when the sub-flow has ended, missing ones too, whether or not an End was reached", () => {
    const stops = build({
      application: { income: "Integer" },
      runtime: { grade: "String", limit: "Integer" },
      nodes: [state("set", "limit = income"), end("end")],
      links: ["start > set", "set > end if income > 1000"],
    });
    const flow = inARow({
      ...fields,
      subFlows: [version("stops", stops)],
      nodes: [
        state("before", "grade = 'old'"),
        subFlow("call", "stops_1", ["income = income"], ["grade > grade", "limit > limit"]),
        state("after", "after = 'run'"),
      ],
    });
    expect(compare(build(flow), { income: 5 })).toMatchObject({ status: "completed", runtimeData: { limit: 5, after: "run" } });
    expect(compare(build(flow), { income: 5 }).runtimeData).not.toHaveProperty("grade");
    expect(compare(build(flow), { income: 9_000_000_000_000_000 })).toMatchObject({ error: { code: "NUMBER_OVERFLOW", nodeId: "call" } });
  });

  it("[SF5] a failure inside fails the execution at the node inside, and effects are requested with its id", async () => {
    const failing = build(
      inARow({
        application: { income: "Integer" },
        runtime: { limit: "Float" },
        nodes: [formulas("divide", "limit := 1 / income")],
      }),
    );
    const flow = inARow({
      ...fields,
      subFlows: [version("failing", failing)],
      nodes: [subFlow("call", "failing_1", ["income = income"], [])],
    });
    expect(compare(build(flow), { income: 0 })).toMatchObject({
      status: "failed",
      error: { code: "DIVISION_BY_ZERO", nodeId: "call/divide" },
    });
    const calling = build(
      inARow({ application: {}, runtime: { limit: "Float" }, nodes: [webCall("web", { url: "https://example.com/" }, "$.limit > limit")] }),
    );
    const requested: string[] = [];
    const outer = inARow({
      ...fields,
      subFlows: [version("calling", calling)],
      nodes: [subFlow("call", "calling_1", [], ["limit > limit"])],
    });
    const execution = await ask(
      outer,
      {},
      {
        webCall: ({ nodeId }) => {
          requested.push(nodeId);
          return Promise.resolve({ status: 200, body: '{"limit":7}' });
        },
      },
    );
    expect(requested).toEqual(["call/web"]);
    expect(execution.runtimeData).toEqual({ limit: 7 });
  });

  it("[SF6] a sub-flow may have sub-flows, whose ids are joined and whose links come after its own", () => {
    const middle = build(
      inARow({
        application: { income: "Float" },
        runtime: { limit: "Float" },
        subFlows: [version("grading", grading)],
        nodes: [subFlow("inner", "grading_1", ["income = income"], ["limit > limit"])],
      }),
    );
    const flow = inARow({
      ...fields,
      subFlows: [version("middle", middle)],
      nodes: [subFlow("call", "middle_1", ["income = income"], ["limit > limit"])],
    });
    const { runtimeData, linksTaken } = compare(build(flow), { income: 3 });
    expect(runtimeData).toEqual({ limit: 3 });
    expect(linksTaken).toEqual(["l0", "l1", "call/l0", "call/l1", "call/inner/l0", "call/inner/l2", "call/inner/l4"]);
  });

  it("[SF7] a list that the flow and its sub-flows use is one list, whatever they call it", () => {
    const list = (name: string): FlowList => ({ listId: "l1", name, keyType: "String", columns: [] });
    const inner = build(
      inARow({
        application: { country: "String" },
        runtime: { known: "Boolean" },
        lists: [list("Inside")],
        nodes: [formulas("f", 'known := inList(country, "Inside")')],
      }),
    );
    const definition = build(
      inARow({
        application: { country: "String" },
        runtime: { known: "Boolean", also: "Boolean" },
        lists: [list("Outside")],
        subFlows: [version("inner", inner)],
        nodes: [formulas("f", 'also := inList(country, "Outside")'), subFlow("call", "inner_1", ["country = country"], ["known > known"])],
      }),
    );
    const plan = compiled(definition);
    expect(plan.lists).toEqual(["l1"]);
    const read = readInput(plan, { country: "NL" });
    if (!read.ok) throw new Error("input");
    const table = { columns: [], find: (key: string) => (key === "NL" ? 0 : -1), value: () => undefined };
    const execution = evaluate(plan, read.input, { list: () => ({ number: 4, table }) });
    expect(execution.runtimeData).toEqual({ known: true, also: true });
    expect(JSON.parse(encodeRecord(execution))[5]).toEqual([
      [1, 4],
      [0, "NL", 1],
    ]);
    expect(expandRecord(plan, encodeRecord(execution)).runtimeData).toEqual({ known: true, also: true });
  });

  it("[SF8] a sub-flow keeps the meaning of the behaviour that it was frozen with", () => {
    const forked = build({
      application: { income: "Integer" },
      runtime: { limit: "Integer" },
      nodes: [
        (names) => ({ ...state("fork", "limit = 0")(names), branches: "first" }),
        state("one", "limit += 1"),
        state("two", "limit += 2"),
        end("end"),
      ],
      links: ["start > fork", "fork > one if income > 1", "fork > two if income > 2", "one > end", "two > end"],
    });
    const limitWith = (behaviour: number) => {
      const flow = inARow({
        ...fields,
        subFlows: [version("forked", forked, behaviour)],
        nodes: [subFlow("call", "forked_1", ["income = income"], ["limit > limit"])],
      });
      const plan = compiled(build(flow));
      const read = readInput(plan, { income: 5 });
      return read.ok ? evaluate(plan, read.input).runtimeData["limit"] : undefined;
    };
    expect([limitWith(1), limitWith(2)]).toEqual([3, 1]);
  });

  it("[FL12] a definition with sub-flows needs behaviour 5", () => {
    const definition = build(draft);
    expect(behaviourOf(definition)).toBe(5);
    expect(compileFrozen(definition, 4)).toMatchObject({ ok: false, findings: [{ code: "NOT_RUNNABLE", nodeId: "call" }] });
    expect(compileFrozen(definition, 5)).toMatchObject({ ok: true });
    const later = { ...definition, subFlows: [version("grading", grading, 6)] };
    expect(behaviourOf(later)).toBe(6);
    expect(compile(later)).toMatchObject({ ok: false, findings: [{ code: "NOT_RUNNABLE", message: "The sub-flow needs behaviour 6." }] });
  });

  it("[EV6] events inside have the ids with the path and the runtime values of the sub-flow", () => {
    const plan = compiled(build(draft));
    const read = readInput(plan, person);
    if (!read.ok) throw new Error("input");
    const record = encodeRecord(evaluate(plan, read.input));
    const { executionEvents } = expandRecord(plan, record);
    const left = (id: string) => executionEvents.find((event) => event.id === id && event.action === "left")?.runtimeData;
    expect(left("call/high")).toEqual({ limit: 2000, grade: "A", since: "1990-02-28", trusted: true });
    expect(left("call")).toMatchObject({ limit: 2010, grade: "A" });
    const explained = new Map(explain(plan, record).map((node) => [node.nodeId, node]));
    expect(explained.get("call/start")?.changes).toContainEqual({ source: "Application", field: "income", before: undefined, after: 2000 });
    expect(explained.get("call")?.changes).toContainEqual({ source: "Runtime", field: "limit", before: undefined, after: 2010 });
  });

  it("[RE7] links of sub-flows follow those of the flow in a record, by the ids of the nodes that call them", () => {
    const plain = build({
      runtime: { limit: "Integer" },
      nodes: [state("set", "limit = 1"), end("end")],
      links: ["start > set", "set > end"],
    });
    const flow = inARow({
      ...fields,
      subFlows: [version("plain", plain)],
      nodes: [subFlow("b", "plain_1", [], ["limit > limit"]), rule("r", "limit > 5", "grade = 'x'"), subFlow("a", "plain_1", [], [])],
    });
    expect(compare(build(flow), {}).linksTaken).toEqual(["l0", "l1", "l2", "l3", "a/l0", "a/l1", "b/l0", "b/l1"]);
    const plan = compiled(build(flow));
    const read = readInput(plan, {});
    // Eight links, six to a letter: 63 and 3.
    expect(read.ok && JSON.parse(encodeRecord(evaluate(plan, read.input)))[2]).toBe("_D");
  });
});
