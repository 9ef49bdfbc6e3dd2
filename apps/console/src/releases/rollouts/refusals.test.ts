import { expect, test } from "vitest";
import { ApiProblem } from "../../api/api-problem.ts";
import { refusalsIn } from "./refusals.ts";

const problem = (code: string, problems: readonly { field: string; code: string; message: string }[] = []) =>
  new ApiProblem({ status: 400, code, message: "No", description: "Because.", correlationId: "-", problems: [...problems] });

test("a refusal is shown at its field", () => {
  const wrong = (field: string) => ({ field, code: "unknown", message: `${field} is wrong` });
  const found = refusalsIn(problem("INVALID_REQUEST", [wrong("field"), wrong("steps.1.share"), wrong("knownOutcome.outcomeColumn")]));
  expect([...found]).toEqual([
    ["field", "field is wrong"],
    ["steps", "steps.1.share is wrong"],
    ["knownOutcome.outcomeColumn", "knownOutcome.outcomeColumn is wrong"],
  ]);
});

test("some codes are about a field, others about none", () => {
  expect([...refusalsIn(problem("VERSION_ALREADY_LIVE"))]).toEqual([["versionWss", "Because."]]);
  expect([...refusalsIn(problem("DATASOURCE_NOT_FOUND"))]).toEqual([["knownOutcome.datasourceWss", "Because."]]);
  expect(refusalsIn(problem("ROLLOUT_RUNNING")).size).toBe(0);
});
