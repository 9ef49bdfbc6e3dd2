import type { Outcome } from "@airlock/engine";
import type { CaseValue, TestCase } from "./test-case.ts";

/** A run as a test case: what was sent is the input, its outcome the expected result. */
export function caseFromRun(id: string, name: string, input: Readonly<Record<string, CaseValue>>, outcome: Outcome): TestCase {
  const { status, error, runtimeData, reasonCodes } = outcome;
  return {
    id,
    name,
    input: { ...input },
    expect: { status, ...(error === undefined ? {} : { error: error.code }), runtimeData: { ...runtimeData }, reasonCodes },
  };
}
