import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { ranDefinition, whatIfQuestion, whatIfResource } from "../what-if.ts";
import { api, linkOn, requires, ok } from "./row.ts";

const isDone = when("experimentResult", ({ status }) => status === "done", "EXPERIMENT_RESULT_NOT_DONE");

export const whatIfActions = {
  "experimentResult.definition": {
    ...api,
    method: "GET",
    path: "/experimentResults/{experimentResultId}/definition",
    summary: "Read the flow that a result ran",
    access: requires("experiment.result.read"),
    links: [linkOn("experimentResult", "definition")],
    precondition: isDone,
    answer: ok(ranDefinition),
    problems: ["EXPERIMENT_RESULT_NOT_FOUND", "EXPERIMENT_RESULT_NOT_DONE"],
  },
  "experimentResult.whatIf": {
    ...api,
    method: "POST",
    path: "/experimentResults/{experimentResultId}/whatif",
    summary: "Compute the outcomes of all records of a result with other numbers in the flow",
    access: requires("experiment.result.read"),
    links: [linkOn("experimentResult", "whatIf")],
    precondition: isDone,
    body: whatIfQuestion,
    answer: ok(whatIfResource),
    problems: ["EXPERIMENT_RESULT_NOT_FOUND", "EXPERIMENT_RESULT_NOT_DONE", "RECORDS_UNAVAILABLE", "INVALID_SOLUTION_DEFINITION"],
  },
} as const satisfies Record<string, Action>;
