import type { ExecutionEvent } from "@airlock/engine";
import { expect, test } from "vitest";
import { definitionOf } from "../document/flow-document.ts";
import { draw, node } from "../testing/draw.ts";
import { columnValues, valuesAt } from "./values-at.ts";

const event = (id: string, action: ExecutionEvent["action"], runtimeData: ExecutionEvent["runtimeData"]): ExecutionEvent => ({
  id,
  action,
  eventType: "INFO",
  runtimeData,
});

test("a rule has the values from when it was triggered, a link those from when its source was left", () => {
  const at = valuesAt([event("rule", "triggered", { points: 1 }), event("rule", "left", { points: 2 })], { age: 34 });
  expect(at({ node: "rule" })).toEqual({ application: { age: 34 }, runtime: { points: 1 }, after: { points: 2 } });
  expect(at({ linkFrom: "rule" })).toEqual({ application: { age: 34 }, runtime: { points: 2 } });
  expect(at({ node: "other" })).toBeUndefined();
});

test("a table has what its columns came to, by their formulas", () => {
  const inputColumns = ["application.age", "application.age * 2"].map((formula, at) => ({ id: `i${at}`, formula }));
  const drawn = draw({ application: { age: "Integer" }, nodes: [node("DecisionTable", "table", { inputColumns })] });
  const columns = columnValues(definitionOf(drawn), [{ nodeId: "table", inputs: [{ value: 34 }, { value: 68 }] }]);
  const at = valuesAt([event("table", "triggered", {}), event("rule", "triggered", {})], { age: 34 }, { columns });
  expect(at({ node: "table" })?.columns?.get("application.age * 2")).toEqual({ value: 68 });
  expect(at({ node: "rule" })).not.toHaveProperty("columns");
});
