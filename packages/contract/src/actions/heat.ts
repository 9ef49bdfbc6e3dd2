import { when, type Action } from "../action.ts";
import { heatQuery, heatResource, resultHeatResource } from "../heat.ts";
import { api, linkOn, requires, ok } from "./row.ts";

export const heatActions = {
  "version.heat": {
    ...api,
    method: "GET",
    path: "/versions/{versionId}/heat",
    summary: "Count executions of a version by node and link",
    access: requires("versionExecutions.list"),
    links: [linkOn("version", "heat")],
    query: heatQuery,
    answer: ok(heatResource),
    problems: ["VERSION_NOT_FOUND", "STATISTICS_UNAVAILABLE"],
  },
  "experimentResult.heat": {
    ...api,
    method: "GET",
    path: "/experimentResults/{experimentResultId}/heat",
    summary: "Count the records of a result by node and link",
    access: requires("experiment.result.read"),
    links: [linkOn("experimentResult", "heat")],
    precondition: when("experimentResult", ({ status }) => status === "done", "EXPERIMENT_RESULT_NOT_DONE"),
    answer: ok(resultHeatResource),
    problems: ["EXPERIMENT_RESULT_NOT_FOUND", "EXPERIMENT_RESULT_NOT_DONE", "RECORDS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
