import type { Action } from "../action.ts";
import { executionQuery, pastExecutionList, tracedExecutionResource } from "../execution.ts";
import { api, linkOn, requires, ok } from "./row.ts";

export const executionActions = {
  "executions.list": {
    ...api,
    method: "GET",
    path: "/executions",
    summary: "Find executions, newest or slowest first",
    access: requires("executions.list"),
    links: [linkOn("profile", "executions")],
    query: executionQuery,
    answer: ok(pastExecutionList),
    problems: ["EXECUTIONS_UNAVAILABLE"],
  },
  "version.executions": {
    ...api,
    method: "GET",
    path: "/versions/{versionId}/executions",
    summary: "Find executions of a version, newest or slowest first",
    access: requires("versionExecutions.list"),
    links: [linkOn("version", "executions")],
    query: executionQuery,
    answer: ok(pastExecutionList),
    problems: ["VERSION_NOT_FOUND", "EXECUTIONS_UNAVAILABLE"],
  },
  "execution.read": {
    ...api,
    method: "GET",
    path: "/executions/{executionId}",
    summary: "Read one execution with its trace",
    access: requires("versionExecutions.list"),
    links: [linkOn("execution", "self"), linkOn("profile", "execution")],
    answer: ok(tracedExecutionResource),
    problems: ["EXECUTION_NOT_FOUND", "EXECUTIONS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
