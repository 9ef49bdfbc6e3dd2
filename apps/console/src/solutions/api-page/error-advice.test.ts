import { actions, declaredProblems } from "@airlock/contract";
import { expect, test } from "vitest";
import { errorAdvice } from "./error-advice.ts";

test("every refusal of the execute call has an advice", () => {
  expect(declaredProblems(actions["version.execute"]).filter((code) => errorAdvice(code) === "")).toEqual([]);
  expect(errorAdvice("toString")).toBe("");
});
