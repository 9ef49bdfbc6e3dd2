import type { Marks } from "../../parts/first-run/first-run-marks.ts";

export interface Facts {
  /** The oldest solution. */
  readonly solution?: { readonly webSafeString: string; readonly name: string; readonly createdDate: string };
  /** A version that was deployed. */
  readonly version?: { readonly versionName: string; readonly solutionName: string; readonly createdDate: string };
  /** The newest execution. */
  readonly execution?: { readonly started: string };
  readonly marks: Marks;
}

export interface FirstRunStep {
  readonly name: "Draw" | "Test" | "Release" | "Call" | "Watch";
  readonly isDone: boolean;
  /** What to do, or what happened. */
  readonly text: string;
  /** When it happened, if that is known. */
  readonly date?: string;
}

const newDays = 14;

export function firstRunSteps({ solution, version, execution, marks }: Facts): readonly FirstRunStep[] {
  const step = (name: FirstRunStep["name"], todo: string, done: string | undefined, date?: string): FirstRunStep => ({
    name,
    isDone: done !== undefined,
    text: done ?? todo,
    ...(done === undefined || date === undefined ? {} : { date }),
  });
  return [
    step("Draw", "Draw a decision as a flow. A template gives you a working one.", solution?.name, solution?.createdDate),
    step(
      "Test",
      "Execute it with test data in the editor, and save runs as test cases.",
      marks.tested === undefined ? undefined : "Executed in the editor",
      marks.tested,
    ),
    step(
      "Release",
      "Create a version and start serving it. Callers get one stable address.",
      version === undefined ? undefined : `${version.versionName} of ${version.solutionName}`,
      version?.createdDate,
    ),
    step(
      "Call",
      "Create a key and send the first request from your own system.",
      execution === undefined ? undefined : "A decision was made",
      execution?.started,
    ),
    step(
      "Watch",
      "Find that decision in Executions and see how it was made.",
      marks.watched === undefined ? undefined : "An execution was opened",
      marks.watched,
    ),
  ];
}

/** Whether an organisation with this oldest solution may still be at its first decision. */
export function isNew(solution: Facts["solution"], now: Date): boolean {
  return solution === undefined || now.getTime() - Date.parse(solution.createdDate) < newDays * 86_400_000;
}

/** For new organisations: not hidden, not finished, and no executions from earlier or from other browsers. */
export function isFirstRun(facts: Facts, now: Date): boolean {
  const { solution, version, execution, marks } = facts;
  if (marks.isHidden === true || firstRunSteps(facts).every(({ isDone }) => isDone)) return false;
  if (solution === undefined) return true;
  const isBegunHere = marks.tested !== undefined || marks.watched !== undefined;
  return isNew(solution, now) && (isBegunHere || version === undefined || execution === undefined);
}
