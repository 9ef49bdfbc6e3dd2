import type { ComparisonSummary, ReleaseGates } from "@airlock/contract";
import { noReleasePolicy } from "@airlock/contract";
import { expect, test } from "vitest";
import { evaluateGates, type Measured } from "./gates.ts";

const summary: ComparisonSummary = {
  compared: 1000,
  changed: 14,
  differing: 20,
  unanswered: 0,
  unreadable: 0,
  outcomes: [
    { outcome: "Approve", left: 540, right: 546 },
    { outcome: "Refer", left: 460, right: 454 },
  ],
  moves: [],
  nodes: [],
  links: [],
};
const measured: Measured = {
  tests: { cases: 12, passed: 11, failures: ["Thin file: expected result Approve, got Refer."], links: 20, linksTaken: 19, p99Millis: 0.4 },
  errorFindings: [],
  comparison: { kind: "done", summary, over: "executions", of: "v7" },
  overDatasource: undefined,
  drift: { drifted: [], unknown: [], predictions: 1 },
  sqlRefusal: undefined,
};

const only = (gates: Partial<ReleaseGates>, changed: Partial<Measured> = {}) =>
  evaluateGates({ ...noReleasePolicy.gates, ...gates }, { ...measured, ...changed })[0];

test("without gates nothing is evaluated", () => {
  expect(evaluateGates(noReleasePolicy.gates, measured)).toEqual([]);
});

test("a failing test case fails the gate and is named", () => {
  expect(only({ testCases: true })).toEqual({
    gate: "testCases",
    status: "failed",
    value: "11 of 12 pass",
    limit: "all must pass",
    reason: "Thin file: expected result Approve, got Refer.",
  });
  expect(only({ testCases: true }, { tests: { ...measured.tests, passed: 12, failures: [] } })?.status).toBe("passed");
  const none = { ...measured.tests, cases: 0, passed: 0, failures: [] };
  expect(only({ testCases: true }, { tests: none })).toMatchObject({ status: "notEvaluated", reason: "The solution has no test cases." });
});

test("shares are compared with their limits, inclusive", () => {
  expect(only({ linkCoverage: 95 })).toMatchObject({ status: "passed", value: "95.0%" });
  expect(only({ linkCoverage: 96 })).toMatchObject({ status: "failed", reason: "19 of 20 links are taken by a test case." });
  expect(only({ changedOutcomes: 1.4 })).toMatchObject({ status: "passed", value: "1.4%" });
  expect(only({ changedOutcomes: 1.3 })).toMatchObject({ status: "failed", reason: "14 of 1,000 executions." });
  expect(only({ outcomeMix: 0.6 })).toMatchObject({ status: "passed", value: "+0.6 points" });
  expect(only({ outcomeMix: 0.5 })).toMatchObject({ status: "failed", reason: "Approve: +0.6 points." });
});

test("a small share is not rounded to zero", () => {
  const rare = { kind: "done", summary: { ...summary, compared: 10_000, changed: 3 }, over: "executions", of: "v7" } as const;
  expect(only({ changedOutcomes: 1 }, { comparison: rare })?.value).toBe("0.03%");
});

test("executions that are not comparable are counted beside the result", () => {
  const part = { kind: "done", summary: { ...summary, unanswered: 1_900, unreadable: 18 }, over: "executions", of: "v7" } as const;
  expect(only({ changedOutcomes: 2 }, { comparison: part })?.reason).toBe("14 of 1,000 executions, 1,918 not comparable.");
  expect(only({ outcomeMix: 50 }, { comparison: part })?.reason).toContain("1,000 executions, 1,918 not comparable.");
});

test("a comparison over 0 executions blocks; without a live version the gate does not apply", () => {
  const none = { kind: "done", summary: { ...summary, compared: 0, changed: 0 }, over: "executions", of: "v7" } as const;
  expect(only({ changedOutcomes: 1 }, { comparison: none })).toMatchObject({
    status: "notEvaluated",
    reason: "Nothing was compared: v7 has no executions.",
  });
  const unlike = { ...none, summary: { ...none.summary, unanswered: 7 } };
  expect(only({ outcomeMix: 1 }, { comparison: unlike })).toMatchObject({
    status: "notEvaluated",
    reason: "Nothing was compared: 7 executions are not comparable.",
  });
  expect(only({ changedOutcomes: 1 }, { comparison: { kind: "nothingLive" } })?.status).toBe("notApplicable");
  const failed = { kind: "notMade", reason: "The comparison failed." } as const;
  expect(only({ outcomeMix: 1 }, { comparison: failed })).toMatchObject({ status: "notEvaluated", reason: "The comparison failed." });
});

test("with a datasource, both comparison gates have a result over executions and one over its rows", () => {
  const overDatasource = {
    kind: "done",
    summary: { ...summary, changed: 200, unreadable: 1000 },
    over: "datasource",
    of: "Loans",
  } as const;
  const gates = { ...noReleasePolicy.gates, changedOutcomes: 5, outcomeMix: 0.5 };
  expect(evaluateGates(gates, { ...measured, overDatasource })).toEqual([
    expect.objectContaining({ gate: "changedOutcomes", over: "executions", status: "passed", value: "1.4%" }),
    // Rows that could not be decided are part of the share, as on the page.
    {
      gate: "changedOutcomes",
      over: "datasource",
      status: "failed",
      value: "10.0%",
      limit: "at most 5%",
      reason: "200 of 2,000 records of Loans, 1,000 not decided.",
    },
    expect.objectContaining({ gate: "outcomeMix", over: "executions", status: "failed", value: "+0.6 points" }),
    expect.objectContaining({
      gate: "outcomeMix",
      over: "datasource",
      status: "passed",
      reason: "Approve: +0.3 points, 2,000 records of Loans, 1,000 not decided.",
    }),
  ]);
});

test("a datasource over which nothing could be compared blocks, with the reason", () => {
  const over = (made: Measured["overDatasource"]) =>
    evaluateGates({ ...noReleasePolicy.gates, changedOutcomes: 5 }, { ...measured, overDatasource: made })[1];
  const none = { ...summary, compared: 0, changed: 0 };
  expect(over({ kind: "notMade", reason: "Loans is not imported." })).toMatchObject({
    status: "notEvaluated",
    reason: "Loans is not imported.",
  });
  expect(over({ kind: "done", summary: none, over: "datasource", of: "Loans" })).toMatchObject({
    status: "notEvaluated",
    reason: "Nothing was compared: Loans has no records.",
  });
  expect(over({ kind: "done", summary: { ...none, unreadable: 12 }, over: "datasource", of: "Loans" })).toMatchObject({
    status: "notEvaluated",
    reason: "Nothing was compared: none of the 12 records of Loans could be decided.",
  });
  expect(over({ kind: "nothingLive" })?.status).toBe("notApplicable");
});

test("drift blocks, and so does a prediction without known drift", () => {
  expect(only({ drift: true })?.status).toBe("passed");
  expect(only({ drift: true }, { drift: { drifted: ["Default risk"], unknown: [], predictions: 1 } })).toMatchObject({
    status: "failed",
    reason: "Default risk drifted.",
  });
  expect(only({ drift: true }, { drift: { drifted: [], unknown: ["Default risk"], predictions: 1 } })?.status).toBe("notEvaluated");
  expect(only({ drift: true }, { drift: { drifted: [], unknown: [], predictions: 0 } })?.status).toBe("notApplicable");
});

test("the execution budget covers evaluation time and running as SQL", () => {
  expect(only({ evaluationMillis: 0.4 })).toMatchObject({ status: "passed", value: "0.40 ms" });
  expect(only({ evaluationMillis: 0.3 })?.status).toBe("failed");
  expect(only({ evaluationMillis: 1 }, { tests: { ...measured.tests, p99Millis: undefined } })?.status).toBe("notEvaluated");
  expect(only({ sql: true })?.status).toBe("passed");
  expect(only({ sql: true }, { sqlRefusal: "It makes web calls." })).toMatchObject({ status: "failed", reason: "It makes web calls." });
  expect(only({ findings: true }, { errorFindings: ["A link ends nowhere."] })).toMatchObject({ status: "failed", value: "1 error" });
});
