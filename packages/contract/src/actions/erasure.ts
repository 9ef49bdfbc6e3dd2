import type { Action } from "../action.ts";
import { erasureCreate, erasureList, erasureQuery, erasureResource } from "../erasure.ts";
import { api, at, created, needs, ok } from "./row.ts";

export const erasureActions = {
  "erasures.list": {
    ...api,
    method: "GET",
    path: "/erasures",
    summary: "List what was erased, newest first",
    access: needs("executions.erase"),
    links: [at("profile", "erasures")],
    query: erasureQuery,
    answer: ok(erasureList),
  },
  "erasures.create": {
    ...api,
    method: "POST",
    path: "/erasures",
    summary: "Erase the executions of a person",
    access: needs("executions.erase"),
    links: [at("profile", "erasures")],
    body: erasureCreate,
    answer: created(erasureResource),
    problems: ["SOLUTION_NOT_FOUND", "ERASURE_FIELD_UNKNOWN"],
  },
  "erasure.read": {
    ...api,
    method: "GET",
    path: "/erasures/{erasureId}",
    summary: "Read how far an erasure is",
    access: needs("executions.erase"),
    links: [at("erasure", "self")],
    answer: ok(erasureResource),
    problems: ["ERASURE_NOT_FOUND"],
  },
} as const satisfies Record<string, Action>;
