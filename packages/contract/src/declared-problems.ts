import type { Action } from "./action.ts";
import type { ProblemCode } from "./problems/catalogue.ts";
import { commonProblems, tokenProblems, userProblems } from "./problems/problem.ts";

/** All problems that a call may return: its own, and those of its kind of access. */
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
