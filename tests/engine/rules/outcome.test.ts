import {
  compile,
  encodeRecord,
  evaluate,
  evaluateWithEffects,
  expandRecord,
  readInput,
  RecordMismatch,
  type Execution,
  type Plan,
  recordLayout,
} from "@airlock/engine";
import { limits } from "@airlock/flow";
import { describe, expect, it } from "vitest";
import { build, calculation, call, end, predict, range, rule, state, type Draft } from "../build.ts";
import { compiled } from "../compare.ts";
import { decide, inARow, problemsOf } from "../decide.ts";

const run = (plan: Plan, body: unknown): Execution => {
  const read = readInput(plan, body);
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return evaluate(plan, read.input);
};
const failing: Draft = {
  application: { a: "Float" },
  runtime: { n: "Float", m: "Integer", t: "String" },
  nodes: [
    state("before", "n = 1", "m = 1"),
    range("score", "a", "m", ["(,) 1 WHY"]),
    state("x", "t = 'kept'", "n += 999999999999999", "t = 'lost'"),
    state("y", "m = 9"),
    end("end"),
  ],
  links: ["start > before", "before > score", "score > x", "x > y", "y > end"],
};

describe("errors", () => {
  it("[ER1] a failure is a value with code, node and message", () => {
    const execution = run(compiled(build(failing)), { a: 1 });
    expect(execution).toMatchObject({
      status: "failed",
      error: { code: "NUMBER_OVERFLOW", nodeId: "x", message: "A Float grew to 1,000,000,000,000,000 or more." },
    });
  });

  it("[ER2] known values are kept, also in the failing node, and nothing runs after it", () => {
    const result = decide(failing, { a: 1 });
    expect({ ...result.runtimeData }).toEqual({ n: 1, m: 2, t: "kept" });
    expect(result.reasonCodes).toEqual(["WHY"]);
    expect(result.linksTaken).toEqual(["l0", "l1", "l2"]);
  });

  it("[ER2] the same in an Easy Rule, with the links of other nodes settled", () => {
    const draft: Draft = {
      application: { a: "Integer" },
      runtime: { n: "Integer", t: "String" },
      nodes: [
        state("one", "n = 9007199254740991"),
        rule("two", "a > 0", "t = 'kept'", "n += a", "t = 'lost'"),
        state("three", "t = 'beside'"),
        end("end"),
      ],
      links: ["start > one", "one > two", "one > three if a > 100", "two > end", "three > end", "one > end otherwise"],
    };
    expect(decide(draft, { a: 1 })).toMatchObject({
      runtimeData: { t: "kept" },
      linksTaken: ["l0", "l1", "l5"],
      error: { code: "INTEGER_OVERFLOW", nodeId: "two" },
    });
    expect(decide(draft, { a: 101 })).toMatchObject({ linksTaken: ["l0", "l1", "l2"], error: { nodeId: "two" } });
  });

  it("[ER3] every error code of the engine has a message", () => {
    const messages = [
      run(compiled(build(inARow({ application: { a: "Float" }, runtime: { n: "Float" }, nodes: [calculation("c", "n", "1 / a")] }))), {
        a: 0,
      }),
      run(compiled(build(inARow({ application: { a: "Float" }, runtime: { n: "Float" }, nodes: [calculation("c", "n", "a ^ 0.5")] }))), {
        a: -1,
      }),
      run(compiled(build(inARow({ application: { a: "Integer" }, runtime: { n: "Integer" }, nodes: [calculation("c", "n", "a + 1")] }))), {
        a: Number.MAX_SAFE_INTEGER,
      }),
      run(compiled(build(inARow({ application: { a: "Integer" }, runtime: { n: "Integer" }, nodes: [calculation("c", "n", "a / 2")] }))), {
        a: 1,
      }),
      run(compiled(build(inARow({ application: { a: "Integer" }, runtime: { n: "Integer" }, nodes: [call("c", {}, "$ > n")] }))), { a: 1 }),
    ].map(({ error }) => `${error?.code}: ${error?.message}`);
    expect(messages).toEqual([
      "DIVISION_BY_ZERO: A number was divided by zero.",
      "NOT_A_REAL_NUMBER: A negative number has no such power.",
      "INTEGER_OVERFLOW: An Integer grew past 9,007,199,254,740,991.",
      "NOT_AN_INTEGER: A number with a fraction cannot be stored in an Integer field.",
      "EFFECTS_NEEDED: This flow has a web call or a prediction and was run without them.",
    ]);
  });
});

describe("events", () => {
  const draft: Draft = {
    application: { a: "Integer" },
    runtime: { n: "Integer" },
    nodes: [state("one", "n = 1"), state("two", "n += 1"), state("three", "n += 10"), state("four", "n += 100"), end("end")],
    links: ["start > one", "one > two", "one > three if a > 0", "two > four", "three > four", "four > end"],
  };
  const eventsOf = (body: Readonly<Record<string, unknown>>): readonly string[] => {
    const plan = compiled(build(draft));
    const { executionEvents } = expandRecord(plan, encodeRecord(run(plan, body)));
    return executionEvents.map(({ id, action, eventType, runtimeData }) => `${id} ${action} ${eventType} ${runtimeData["n"] ?? "-"}`);
  };

  it("[EV1] [EV2] [EV3] [EV4] events show each node before and after, splits and joins if more than one link was taken", () => {
    expect(eventsOf({ a: 1 })).toEqual([
      "start triggered Start -",
      "start left Start -",
      "one triggered SetState -",
      "one left SetState 1",
      "one.SPLIT left Split 1",
      "two triggered SetState 1",
      "two left SetState 2",
      "three triggered SetState 2",
      "three left SetState 12",
      "four.JOIN triggered Join 12",
      "four triggered SetState 12",
      "four left SetState 112",
      "end triggered End 112",
      "end left End 112",
    ]);
  });

  it("[EV3] [EV4] one taken link is neither a split nor a join", () => {
    expect(eventsOf({ a: 0 }).filter((line) => line.includes("."))).toEqual([]);
  });

  it("[EV5] the node that failed has ERROR instead of left, and it is the last event", () => {
    const plan = compiled(build(failing));
    const { executionEvents, status, error } = expandRecord(plan, encodeRecord(run(plan, { a: 1 })));
    expect(executionEvents.slice(-2).map(({ id, action, eventType, runtimeData }) => ({ id, action, eventType, ...runtimeData }))).toEqual([
      { id: "x", action: "triggered", eventType: "SetState", n: 1, m: 2 },
      { id: "x", action: "ERROR", eventType: "SetState", n: 1, m: 2, t: "kept" },
    ]);
    expect([status, error?.code]).toEqual(["failed", "NUMBER_OVERFLOW"]);
  });
});

describe("record", () => {
  const plan = compiled(build(failing));

  it("[RE1] an execution record is one line of JSON, by position", () => {
    expect(encodeRecord(run(plan, { a: -5 }))).toBe(
      '[1,[-5],"H",[1,2,"kept"],["WHY"],[],["NUMBER_OVERFLOW","x","A Float grew to 1,000,000,000,000,000 or more."]]',
    );
    // Stores that query execution records rely on these positions.
    const entries: unknown[] = JSON.parse(encodeRecord(run(plan, { a: -5 })));
    expect(Object.fromEntries(Object.entries(recordLayout).map(([name, position]) => [name, entries[position]]))).toEqual({
      format: 1,
      application: [-5],
      links: "H",
      runtime: [1, 2, "kept"],
      reasonCodes: ["WHY"],
      answers: [],
      error: ["NUMBER_OVERFLOW", "x", expect.any(String)],
    });
    const simple = compiled(
      build(
        inARow({ application: { t: "String", f: "Float" }, runtime: { u: "String", g: "Float" }, nodes: [state("s", "u = t", "g = f")] }),
      ),
    );
    expect(encodeRecord(run(simple, { t: 'a"\\\n\u007fé🎈', f: 1e-7 }))).toBe(
      `[1,["a\\"\\\\\\n\u007fé🎈",1e-7],"D",["a\\"\\\\\\n\u007fé🎈",1e-7],[]]`,
    );
    expect(encodeRecord(run(simple, {}))).toBe('[1,[null,null],"D",[null,null],[]]');
    const long = "x".repeat(5000);
    expect(JSON.parse(encodeRecord(run(simple, { t: `${long}"` })))).toEqual([1, [`${long}"`, null], "D", [`${long}"`, null], []]);
  });

  it("[RE2] links are six to a letter, the first in the lowest bit, without trailing As", () => {
    const count = 70;
    const ids = Array.from({ length: count }, (_, index) => `n${index}`);
    const chain = compiled(
      build({
        application: { a: "Integer" },
        runtime: { n: "Integer" },
        nodes: [...ids.map((id) => state(id, "n = 1")), end("end")],
        links: [
          "start > n0",
          ...ids.slice(1).map((id, index) => `n${index} > ${id}${index === 60 ? " if a > 0" : ""}`),
          `n${count - 1} > end`,
        ],
      }),
    );
    const linksOf = (a: number): unknown => (JSON.parse(encodeRecord(run(chain, { a }))) as unknown[])[2];
    expect(linksOf(1)).toBe(`${"_".repeat(11)}f`);
    expect(linksOf(0)).toBe(`${"_".repeat(10)}B`);
    expect(expandRecord(chain, encodeRecord(run(chain, { a: 0 }))).linksTaken).toEqual(
      Array.from({ length: 61 }, (_, index) => `l${index}`),
    );
    const none = compiled(build({ application: { a: "Integer" }, runtime: {}, nodes: [end("end")], links: ["start > end if a > 0"] }));
    expect(encodeRecord(run(none, { a: 0 }))).toBe('[1,[0],"",[],[]]');
  });

  it("[RE3] responses are recorded as they were used", async () => {
    const asking = compiled(
      build(
        inARow({
          application: { a: "Integer" },
          runtime: { n: "Float", t: "String", u: "String" },
          nodes: [call("c", {}, "$.t > t", "$.u > u"), predict("p", "n", { a: "a" })],
        }),
      ),
    );
    const read = readInput(asking, { a: 1 });
    if (!read.ok) throw new Error("This input should be accepted");
    const effects = {
      webCall: async () => ({ status: 200, body: '{"t": "x", "secret": "y"}' }),
      predict: () => ({ score: 0.5, reasonCodes: ["P", "P"] }),
    };
    const execution = await evaluateWithEffects(asking, read.input, effects, new AbortController().signal);
    expect(encodeRecord(execution)).toBe('[1,[1],"H",[0.5,"x",null],["P"],[["x",null],[0.5,"P","P"]]]');
    expect(expandRecord(asking, encodeRecord(execution))).toMatchObject({
      status: "completed",
      runtimeData: { n: 0.5, t: "x" },
      reasonCodes: ["P"],
    });
  });

  it("[RE4] an execution record reproduces the execution", () => {
    const expanded = expandRecord(plan, encodeRecord(run(plan, { a: -5 })));
    expect(expanded).toMatchObject({ status: "failed", applicationData: { a: -5 }, reasonCodes: ["WHY"], linksTaken: ["l0", "l1", "l2"] });
    expect({ ...expanded.runtimeData }).toEqual({ n: 1, m: 2, t: "kept" });
  });

  it("[RE4] an execution record of another version is refused", () => {
    const good = encodeRecord(run(plan, { a: 1 }));
    const other = compiled(
      build(inARow({ application: { a: "Float" }, runtime: { n: "Float", m: "Integer", t: "String" }, nodes: [state("s", "n = 1")] })),
    );
    for (const bad of [
      "",
      "{",
      "{}",
      "null",
      "[]",
      '[2,[1],"",[1,1,null],[]]',
      '[1,[1,2],"",[1,1,null],[]]',
      '[1,["x"],"",[1,1,null],[]]',
      '[1,[true],"",[1,1,null],[]]',
      '[1,[1],"*",[1,1,null],[]]',
      '[1,[1],"____",[1,1,null],[]]',
      "[1,[1],5,[1,1,null],[]]",
      '[1,[1],"H",[1,2],["WHY"]]',
      '[1,[1],"H",[1,2,"kept"],"WHY"]',
      '[1,[1],"H",[1,2,"kept"],["WHY"]]',
      '[1,[1],"H",[1,2,"kept"],["WHY"],[],["NUMBER_OVERFLOW","y","?"]]',
      '[1,[1],"H",[1,2,"kept"],["WHY"],[],7]',
      '[1,[1],"H",[1,3,"kept"],["WHY"],[],["NUMBER_OVERFLOW","x","?"]]',
      '[1,[1],"D",[1,2,"kept"],["WHY"],[],["NUMBER_OVERFLOW","x","?"]]',
      '[1,[1],"H",[1,2,"kept"],["NOT"],[],["NUMBER_OVERFLOW","x","?"]]',
      '[1,[1],"H",[1,2,"kept"],["WHY"],[],["DIVISION_BY_ZERO","x","?"]]',
    ]) {
      expect(() => expandRecord(plan, bad), bad).toThrow(RecordMismatch);
    }
    expect(() => expandRecord(other, good)).toThrow(RecordMismatch);
    expect(() => expandRecord(plan, good)).not.toThrow();
  });

  it("[RE4] foreign plans, inputs and executions are errors of the caller", () => {
    const read = readInput(plan, { a: 1 });
    if (!read.ok) throw new Error("This input should be accepted");
    const another = compiled(build(failing));
    expect(() => evaluate(another, read.input)).toThrow(TypeError);
    expect(() => evaluate({ ...plan }, read.input)).toThrow(TypeError);
    expect(() => evaluate(plan, { values: [1] })).toThrow(TypeError);
    expect(() => encodeRecord({ ...evaluate(plan, read.input), record: {} })).toThrow(TypeError);
  });
});

describe("limits", () => {
  it("[LI1] the same input results in the same execution record, whichever plan of the definition runs it and how often", () => {
    const definition = build(failing);
    const read = readInput(compiled(definition), { a: 0.1 });
    const plan = compiled(definition);
    const own = readInput(plan, { a: 0.1 });
    if (!own.ok || !read.ok) throw new Error("This input should be accepted");
    const first = encodeRecord(evaluate(plan, own.input));
    for (let time = 0; time < 3; time += 1) expect(encodeRecord(evaluate(plan, own.input))).toBe(first);
    expect(encodeRecord(run(compiled(definition), { a: 0.1 }))).toBe(first);
    expect(own.input.values).toEqual([0.1]);
  });

  it("[LI1] an earlier execution is not changed by a later one of the same input", () => {
    const plan = compiled(
      build(inARow({ application: { a: "Integer" }, runtime: { n: "Integer" }, nodes: [state("s", "n = a", "n += 1")] })),
    );
    const read = readInput(plan, { a: 1 });
    if (!read.ok) throw new Error("This input should be accepted");
    const first = evaluate(plan, read.input);
    const second = evaluate(plan, read.input);
    expect([first.runtimeData["n"], second.runtimeData["n"]]).toEqual([2, 2]);
    expect(encodeRecord(first)).toBe(encodeRecord(second));
  });

  it("[LI2] a definition beyond the limits of flow does not compile", () => {
    const flow = build(inARow({ runtime: { n: "Integer" }, nodes: [state("s", "n = 1")] }));
    const nodes = Array.from({ length: limits.nodes + 1 }, (_, index) => ({ ...flow.solutionDefinition.nodes[1]!, id: `n${index}` }));
    const large = { ...flow, solutionDefinition: { ...flow.solutionDefinition, nodes } };
    const result = compile(large);
    expect(result.ok ? [] : result.findings.map(({ code }) => code)).toEqual(["TOO_LARGE"]);
  });

  it("[LI3] the first fifty problems of an input are reported", () => {
    const flow = build(inARow({ runtime: { n: "Integer" }, nodes: [state("s", "n = 1")] }));
    const body = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`unknown${index}`, 1]));
    expect(problemsOf(flow, body)).toHaveLength(50);
  });
});
