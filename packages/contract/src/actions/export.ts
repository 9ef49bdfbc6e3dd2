import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { exportCreate, exportList, exportQuery, exportResource } from "../export.ts";
import { api, linkOn, created, noContent, file, requires, ok } from "./row.ts";

export const exportActions = {
  "exports.create": {
    ...api,
    method: "POST",
    path: "/executions/exports",
    summary: "Have a file of executions made",
    access: requires("executions.list"),
    links: [linkOn("profile", "executionExports")],
    body: exportCreate,
    answer: created(exportResource),
    problems: ["TOO_MANY_EXPORTS", "ROLLOUT_NOT_FOUND"],
  },
  "exports.list": {
    ...api,
    method: "GET",
    path: "/exports",
    summary: "List the organisation's exports, newest first",
    access: requires("executions.list"),
    links: [linkOn("profile", "exports")],
    query: exportQuery,
    answer: ok(exportList),
  },
  "export.read": {
    ...api,
    method: "GET",
    path: "/exports/{exportId}",
    summary: "Read how far an export is",
    access: requires("executions.list"),
    links: [linkOn("export", "self")],
    answer: ok(exportResource),
    problems: ["EXPORT_NOT_FOUND"],
  },
  "export.delete": {
    ...api,
    method: "DELETE",
    path: "/exports/{exportId}",
    summary: "Cancel an export that runs, or remove one that has ended, with its file",
    access: requires("executions.list"),
    links: [linkOn("export", "self")],
    answer: noContent,
    problems: ["EXPORT_NOT_FOUND"],
  },
  "export.file": {
    ...api,
    method: "GET",
    path: "/exports/{exportId}/file",
    summary: "Fetch the file of an export",
    access: requires("executions.list"),
    links: [linkOn("export", "file")],
    precondition: when("export", (made) => made.status === "done", "EXPORT_NOT_DONE"),
    answer: file("text/csv", "application/vnd.apache.parquet"),
    problems: ["EXPORT_NOT_FOUND", "EXPORT_NOT_DONE", "STORAGE_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
