import type { Action } from "../action.ts";
import { refusedRequestCountQuery, refusedRequestCounts, refusedRequestList, refusedRequestQuery } from "../refused-request.ts";
import { api, linkOn, requires, ok } from "./row.ts";

export const refusedRequestActions = {
  "refusedRequests.list": {
    ...api,
    method: "GET",
    path: "/refused-requests",
    summary: "Find refused requests for decisions, newest first",
    access: requires("executions.list"),
    links: [linkOn("profile", "refusedRequests")],
    query: refusedRequestQuery,
    answer: ok(refusedRequestList),
    problems: ["REQUESTS_UNAVAILABLE"],
  },
  "refusedRequests.count": {
    ...api,
    method: "GET",
    path: "/refused-requests/counts",
    summary: "Count refused requests for decisions over time",
    access: requires("executions.list"),
    links: [linkOn("profile", "refusedRequestCounts")],
    query: refusedRequestCountQuery,
    answer: ok(refusedRequestCounts),
    problems: ["REQUESTS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
