import { noReleasePolicy, type GateResult } from "@airlock/contract";
import { expect, test } from "vitest";
import { blockingGates } from "./blocking-gates.ts";

const gates = { ...noReleasePolicy.gates, testCases: true, changedOutcomes: 5 };
const datasource = { datasourceId: "01ARZ3NDEKTSV4RRFFQ69G5FAV", fieldMapping: [], records: "all" as const };
const passed: Pick<GateResult, "status" | "value" | "limit" | "reason"> = { status: "passed", value: "", limit: "", reason: "" };
const results: readonly GateResult[] = [
  { gate: "testCases", ...passed },
  { gate: "changedOutcomes", over: "executions", ...passed },
];
const blocking = (policy: Parameters<typeof blockingGates>[0]["policy"], found = results) =>
  blockingGates({ gates: found, gates_state: "done", policy }).map(({ gate, over, result }) => [gate, over, result?.status]);

test("passed gates do not block", () => {
  expect(blocking({ gates, datasource: null })).toEqual([]);
});

test("a datasource that was added to the policy after the gates ran blocks until they run over it", () => {
  expect(blocking({ gates, datasource })).toEqual([["changedOutcomes", "datasource", undefined]]);
});

test("a result over the datasource does not replace one over executions", () => {
  const overDatasource: GateResult = { gate: "changedOutcomes", over: "datasource", ...passed, status: "failed" };
  expect(blocking({ gates, datasource }, [...results, overDatasource])).toEqual([["changedOutcomes", "datasource", "failed"]]);
  expect(blocking({ gates, datasource: null }, [{ gate: "testCases", ...passed }, overDatasource])).toEqual([
    ["changedOutcomes", "executions", undefined],
  ]);
});
