import { describe, expect, it } from "vitest";
import type { Definition, FlowNode } from "../definition.ts";
import { draw, node, set, subFlow } from "../testing/draw.ts";
import { validate } from "./validate.ts";

const sets = (id: string, ...setters: readonly string[]): FlowNode => node("SetState", id, { setFields: setters.map((text) => set(text)) });
/** A flow with the application field `age` and the runtime field `grade`. */
const grading = (nodes: readonly FlowNode[], links: readonly string[], required = false): Definition =>
  draw({ application: { age: required ? "Integer!" : "Integer" }, runtime: { grade: "Integer" }, nodes, links });

/** Uses the grade of a sub-flow in a condition. */
function uses(called: Definition): readonly string[] {
  const call = node("SubFlow", "call", {
    versionId: "Grading_1",
    subFlowInputs: [{ field: "age", datasource: "Application", fieldKey: "age" }],
    subFlowOutputs: [{ field: "grade", resultField: "total" }],
  });
  const flow = draw({
    application: { age: "Integer!" },
    runtime: { total: "Integer", other: "Integer" },
    nodes: [call, sets("use", "other = runtime.total")],
    links: ["start -> call", "call -> use", "use -> end"],
    subFlows: [subFlow("Grading", called)],
  });
  return messages(flow);
}

function messages(flow: Definition): readonly string[] {
  return validate(flow).flatMap(({ code, message }) => (code === "FIELD_MAY_BE_MISSING" ? [message] : []));
}

const missing = ["In use, total is used but may be missing: call does not always set it. Set total before call."];

describe("a result of a sub-flow", () => {
  it("is set if every path of the sub-flow sets it, whichever End it leads to", () => {
    const both = [sets("low", "grade = 1"), sets("high", "grade = 2")];
    expect(uses(grading(both, ["start -> low: age < 18", "start -> high: otherwise", "low -> end", "high -> end"]))).toEqual([]);
    const ends = [...both, node("End", "end2")];
    expect(uses(grading(ends, ["start -> low: age < 18", "start -> high: otherwise", "low -> end", "high -> end2"]))).toEqual([]);
    // A branch that always runs beside others.
    expect(uses(grading(both, ["start -> low", "start -> high: age < 18", "low -> end", "high -> end"]))).toEqual([]);
  });

  it("may be missing if a path does not set it, or may end before", () => {
    const low = [sets("low", "grade = 1")];
    expect(uses(grading(low, ["start -> low: age < 18", "start -> end: otherwise", "low -> end"]))).toEqual(missing);
    expect(uses(grading(low, ["start -> low: age < 18", "low -> end"]))).toEqual(missing);
    expect(uses(grading([], ["start -> end"]))).toEqual(missing);
  });

  it("depends on sub-flows within it", () => {
    const outer = (inner: Definition): Definition => {
      const call = node("SubFlow", "within", {
        versionId: "Inner_1",
        subFlowInputs: [{ field: "age", datasource: "Application", fieldKey: "age" }],
        subFlowOutputs: [{ field: "grade", resultField: "grade" }],
      });
      return { ...grading([call], ["start -> within", "within -> end"]), subFlows: [subFlow("Inner", inner)] };
    };
    expect(uses(outer(grading([sets("low", "grade = 1")], ["start -> low", "low -> end"])))).toEqual([]);
    expect(uses(outer(grading([], ["start -> end"])))).toEqual(missing);
  });
});

describe("an input of a sub-flow", () => {
  const passes = (required: boolean): readonly string[] =>
    messages(
      draw({
        application: { age: "Integer!" },
        runtime: { years: "Integer", total: "Integer" },
        nodes: [
          sets("fill", "years = 5"),
          node("SubFlow", "call", {
            versionId: "Grading_1",
            subFlowInputs: [{ field: "age", datasource: "Runtime", fieldKey: "years" }],
            subFlowOutputs: [{ field: "grade", resultField: "total" }],
          }),
        ],
        links: ["start -> fill: age < 18", "start -> call: otherwise", "fill -> call", "call -> end"],
        subFlows: [subFlow("Grading", grading([sets("low", "grade = 1")], ["start -> low", "low -> end"], required))],
      }),
    );

  it("must not be missing if the sub-flow requires it", () => {
    expect(passes(true)).toEqual([
      "In call, years is used but may be missing: nothing sets it on the path Start and call. Set it on this path.",
    ]);
    expect(passes(false)).toEqual([]);
  });
});
