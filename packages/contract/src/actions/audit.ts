import type { Action } from "../action.ts";
import { auditFileQuery, auditList, auditQuery } from "../audit.ts";
import { api, needs, at, file, ok } from "./row.ts";

export const auditActions = {
  "audit.list": {
    ...api,
    method: "GET",
    path: "/audit",
    summary: "List who changed which record, newest first",
    access: needs("audit.list"),
    links: [at("profile", "audit")],
    query: auditQuery,
    answer: ok(auditList),
  },
  "audit.file": {
    ...api,
    method: "GET",
    path: "/audit/file",
    summary: "Download the audit as JSON lines, oldest first",
    access: needs("audit.list"),
    links: [at("profile", "auditFile")],
    query: auditFileQuery,
    answer: file("application/x-ndjson"),
  },
} as const satisfies Record<string, Action>;
