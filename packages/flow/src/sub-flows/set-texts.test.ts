import { expect, test } from "vitest";
import { draw, node, set, subFlow } from "../testing/draw.ts";
import { setTextsIn } from "./set-texts.ts";

test("a field may get the texts that a sub-flow sets the field of an output to, and no others", () => {
  const inner = draw({
    runtime: { grade: "String", note: "String" },
    nodes: [node("SetState", "s", { setFields: [set("grade = A"), set("note = inside")] })],
  });
  const middle = draw({
    runtime: { level: "String" },
    nodes: [node("SubFlow", "call", { versionId: "Inner_1", subFlowOutputs: [{ field: "grade", resultField: "level" }] })],
    subFlows: [subFlow("Inner", inner)],
  });
  const flow = draw({
    runtime: { result: "String", other: "String" },
    nodes: [
      node("SetState", "s", { setFields: [set("result = Decline")] }),
      node("SubFlow", "one", { versionId: "Middle_1", subFlowOutputs: [{ field: "level", resultField: "result" }] }),
      node("SubFlow", "two", { versionId: "Inner_1", subFlowOutputs: [{ field: "note", resultField: "other" }] }),
      node("SubFlow", "three", { versionId: "Unknown_1", subFlowOutputs: [{ field: "note", resultField: "other" }] }),
    ],
    subFlows: [subFlow("Middle", middle), subFlow("Inner", inner)],
  });
  expect(setTextsIn(flow)).toEqual([
    { key: "result", text: "Decline" },
    { key: "result", text: "A" },
    { key: "other", text: "inside" },
  ]);
});
