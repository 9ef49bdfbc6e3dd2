import type { Subject } from "../http/subject.ts";
import { solutionState } from "./resource.ts";
import { findSolution, type SolutionRow } from "./store.ts";

export const solutionSubject: Subject<"solution", SolutionRow> = {
  resource: "solution",
  parameter: "solutionId",
  missing: "SOLUTION_NOT_FOUND",
  find: findSolution,
  state: solutionState,
};
