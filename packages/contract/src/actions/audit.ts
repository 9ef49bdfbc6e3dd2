import type { Action } from "../action.ts";
import { auditFileQuery, auditList, auditQuery } from "../audit.ts";
import { api, requires, linkOn, file, ok } from "./row.ts";

export const auditActions = {
  "audit.list": {
    ...api,
    method: "GET",
    path: "/audit",
    summary: "List who changed which record, newest first",
    access: requires("audit.list"),
    links: [linkOn("profile", "audit")],
    query: auditQuery,
    answer: ok(auditList),
  },
  "audit.file": {
    ...api,
    method: "GET",
    path: "/audit/file",
    summary: "Download the audit as JSON lines, oldest first",
    access: requires("audit.list"),
    links: [linkOn("profile", "auditFile")],
    query: auditFileQuery,
    answer: file("application/x-ndjson"),
  },
} as const satisfies Record<string, Action>;
