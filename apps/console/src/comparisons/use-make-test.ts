import type { TracedRecordFields } from "@airlock/contract";
import { newId, testCases } from "@airlock/editor";
import type { Definition } from "@airlock/flow";
import { useChangeDraft } from "../parts/versions/use-change-draft.ts";
import type { WholeComparison } from "../parts/comparison/use-comparison.ts";

/** Turns a record into a test case of the new flow's solution: its inputs, and the results of the new flow as expected ones. */
export function useMakeTest(comparison: WholeComparison) {
  const { mayChange, isBusy, changeDraft } = useChangeDraft();
  const { solutionWss } = comparison._embedded.right;
  const make = (record: TracedRecordFields) =>
    changeDraft(solutionWss, {
      doing: "Make a test",
      done: "The record is a test of the solution",
      change: (saved) => withCase(saved, record) ?? "The input is no longer stored.",
    });
  return { mayChange, isBusy, make };
}

/** Undefined for a record that has no values any more. */
export function withCase(
  saved: Definition,
  { recordId, executionWss, applicationData, right }: TracedRecordFields,
  id = newId(),
): Definition | undefined {
  if (right === undefined) return undefined;
  const known = new Set(saved.applicationDatasetFields.map(({ name }) => name));
  const input = Object.fromEntries(Object.entries(applicationData).filter(([name]) => known.has(name)));
  const { status, runtimeData, reasonCodes, error } = right;
  const made = testCases.caseFromRun(id, `Record ${recordId}`, input, { status, runtimeData, reasonCodes, error });
  const origin = executionWss === null ? {} : { executionId: executionWss };
  return { ...saved, testCases: [...(saved.testCases ?? []), { ...made, ...origin }] };
}
