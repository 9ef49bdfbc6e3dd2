import type { Action } from "../action.ts";
import { executionQuery, pastExecutionList, tracedExecutionResource } from "../execution.ts";
import { api, at, needs, ok } from "./row.ts";

export const executionActions = {
  "executions.list": {
    ...api,
    method: "GET",
    path: "/executions",
    summary: "Find executions, newest or slowest first",
    access: needs("executions.list"),
    links: [at("profile", "executions")],
    query: executionQuery,
    answer: ok(pastExecutionList),
    problems: ["EXECUTIONS_UNAVAILABLE"],
  },
  "version.executions": {
    ...api,
    method: "GET",
    path: "/versions/{versionId}/executions",
    summary: "Find executions of a version, newest or slowest first",
    access: needs("versionExecutions.list"),
    links: [at("version", "executions")],
    query: executionQuery,
    answer: ok(pastExecutionList),
    problems: ["VERSION_NOT_FOUND", "EXECUTIONS_UNAVAILABLE"],
  },
  "execution.read": {
    ...api,
    method: "GET",
    path: "/executions/{executionId}",
    summary: "Read one execution with its trace",
    access: needs("versionExecutions.list"),
    links: [at("execution", "self"), at("profile", "execution")],
    answer: ok(tracedExecutionResource),
    problems: ["EXECUTION_NOT_FOUND", "EXECUTIONS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
