import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { erasableFieldList, erasureCreate, erasureList, erasurePreviewResource, erasureQuery, erasureResource } from "../erasure.ts";
import { api, linkOn, created, requires, ok } from "./row.ts";

export const erasureActions = {
  "erasures.list": {
    ...api,
    method: "GET",
    path: "/erasures",
    summary: "List what was erased, newest first",
    access: requires("executions.erase"),
    links: [linkOn("profile", "erasures")],
    query: erasureQuery,
    answer: ok(erasureList),
  },
  "erasures.create": {
    ...api,
    method: "POST",
    path: "/erasures",
    summary: "Erase the executions of a person after a delay in which it can be cancelled",
    access: requires("executions.erase"),
    links: [linkOn("profile", "erasures")],
    body: erasureCreate,
    answer: created(erasureResource),
    problems: ["SOLUTION_NOT_FOUND", "ERASURE_FIELD_UNKNOWN"],
  },
  "erasures.preview": {
    ...api,
    method: "POST",
    path: "/erasures/preview",
    summary: "Count the executions that an erasure would erase",
    access: requires("executions.erase"),
    links: [linkOn("profile", "erasurePreview")],
    body: erasureCreate,
    answer: ok(erasurePreviewResource),
    problems: ["SOLUTION_NOT_FOUND", "ERASURE_FIELD_UNKNOWN", "EXECUTIONS_UNAVAILABLE"],
  },
  "erasures.fields": {
    ...api,
    method: "GET",
    path: "/erasures/fields",
    summary: "List the application fields by which executions can be erased",
    access: requires("executions.erase"),
    links: [linkOn("profile", "erasureFields")],
    answer: ok(erasableFieldList),
  },
  "erasure.cancel": {
    ...api,
    method: "PUT",
    path: "/erasures/{erasureId}/cancel",
    summary: "Cancel an erasure before it begins",
    access: requires("executions.erase"),
    links: [linkOn("erasure", "cancel")],
    precondition: when("erasure", ({ status }) => status === "waiting", "ERASURE_BEGUN"),
    answer: ok(erasureResource),
    problems: ["ERASURE_NOT_FOUND", "ERASURE_BEGUN"],
  },
  "erasure.read": {
    ...api,
    method: "GET",
    path: "/erasures/{erasureId}",
    summary: "Read how far an erasure is",
    access: requires("executions.erase"),
    links: [linkOn("erasure", "self")],
    answer: ok(erasureResource),
    problems: ["ERASURE_NOT_FOUND"],
  },
} as const satisfies Record<string, Action>;
