import type { ExecutionEvent } from "@airlock/engine";
import { expect, test } from "vitest";
import { valuesAt } from "./values-at.ts";

const event = (id: string, action: ExecutionEvent["action"], runtimeData: ExecutionEvent["runtimeData"]): ExecutionEvent => ({
  id,
  action,
  eventType: "INFO",
  runtimeData,
});

test("a rule is asked with what was there when it was triggered, a link with what was there when its source was left", () => {
  const at = valuesAt([event("rule", "triggered", { points: 1 }), event("rule", "left", { points: 2 })], { age: 34 });
  expect(at({ node: "rule" })).toEqual({ application: { age: 34 }, runtime: { points: 1 } });
  expect(at({ linkFrom: "rule" })).toEqual({ application: { age: 34 }, runtime: { points: 2 } });
  expect(at({ node: "other" })).toBeUndefined();
});
