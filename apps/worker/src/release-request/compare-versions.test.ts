import { expect, test } from "vitest";
import { overProblem } from "./compare-versions.ts";

test("the reasons why versions cannot run over a datasource are one sentence each", () => {
  expect(overProblem("Loans", { kind: "notReady" })).toBe("Loans is not imported.");
  expect(overProblem("Loans", { kind: "notRunnable", refusal: { ok: false, code: "WEB_CALL", reason: "Bureau makes a web call." } })).toBe(
    "Cannot run over Loans: Bureau makes a web call.",
  );
  const problems = [
    { key: "age", code: "columnType", message: "Integer fields take only integer datasource fields" },
    { key: "name", code: "columnUnknown", message: "The datasource has no field name." },
  ] as const;
  expect(overProblem("Loans", { kind: "mappingInvalid", problems })).toBe(
    "The mapping of Loans in the release policy does not fit. Integer fields take only integer datasource fields.",
  );
});
