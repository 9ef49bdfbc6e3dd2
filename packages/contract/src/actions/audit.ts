import type { Action } from "../action.ts";
import { auditList, auditQuery } from "../audit.ts";
import { api, needs, at, ok } from "./row.ts";

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
} as const satisfies Record<string, Action>;
