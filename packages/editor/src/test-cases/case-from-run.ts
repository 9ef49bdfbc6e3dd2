import type { Outcome } from "@airlock/engine";
import type { TestValue } from "@airlock/flow";
import type { TestCase } from "./test-case.ts";

/** A test run as a test case: its test data is the input, its outcome the expected result. */
export function caseFromRun(id: string, name: string, testData: readonly TestValue[], outcome: Outcome): TestCase {
  const { status, error, runtimeData, reasonCodes } = outcome;
  return {
    id,
    name,
    input: Object.fromEntries(testData.filter(({ value }) => value !== "").map((one) => [one.name, one.value])),
    expect: { status, ...(error === undefined ? {} : { error: error.code }), runtimeData: { ...runtimeData }, reasonCodes },
  };
}
