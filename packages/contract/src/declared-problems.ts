import type { Action } from "./action.ts";
import type { ProblemCode } from "./problems/catalogue.ts";
import { commonProblems, tokenProblems, userProblems } from "./problems/problem.ts";

/** Every refusal that a call may answer with: its own, and those that its kind of access brings along. */
export function declaredProblems(action: Action): readonly ProblemCode[] {
  const kind = action.access.kind;
  return [
    ...new Set<ProblemCode>([
      ...commonProblems,
      ...(kind === "token" || kind === "user" ? tokenProblems : []),
      ...(kind === "user" ? userProblems : []),
      ...action.problems,
    ]),
  ];
}
