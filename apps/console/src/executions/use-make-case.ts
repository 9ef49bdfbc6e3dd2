import { holds } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { useChangeDraft } from "../parts/versions/use-change-draft.ts";
import { shortDate } from "../ui/format/dates.ts";
import type { TracedExecution } from "./use-execution.ts";

/** Turns an execution into a test case of its solution: its inputs, the responses of its calls, and its results. */
export function useMakeCase({ _embedded: execution }: TracedExecution) {
  const { mayChange, isBusy, changeDraft } = useChangeDraft();
  const mayUpdate = holds(useProfile(), "solution.update");
  const make = async () => {
    // The editor is large, and few who look at executions need it.
    const { newId, testCases } = await import("@airlock/editor");
    await changeDraft(execution.solutionWss, {
      doing: "Make a test case",
      done: "The execution is a test case of the solution",
      change: (saved) => {
        if (saved.testCases?.some(({ executionId }) => executionId === execution.webSafeString) === true) {
          return "The solution already has a test case of this execution.";
        }
        const made = testCases.caseFromExecution(newId(), `Execution of ${shortDate(execution.started)}`, execution, saved);
        return { ...saved, testCases: [...(saved.testCases ?? []), made] };
      },
    });
  };
  // Without its steps, what its calls returned is not known.
  return { mayMake: mayChange && mayUpdate && execution.erasedDate === undefined && execution.steps.length > 0, isBusy, make };
}
