import type { Action } from "../action.ts";
import { retentionPreviewQuery, retentionPreviewResource, retentionResource, retentionUpdate } from "../retention.ts";
import { api, linkOn, requires, ok } from "./row.ts";

export const retentionActions = {
  "organisation.retention.read": {
    ...api,
    method: "GET",
    path: "/organisations/{organisationId}/retention",
    summary: "Read how long an organisation keeps its executions",
    access: requires("organisations.list"),
    links: [linkOn("organisation", "retention")],
    answer: ok(retentionResource),
    problems: ["ORGANISATION_NOT_FOUND"],
  },
  "organisation.retention.update": {
    ...api,
    method: "PUT",
    path: "/organisations/{organisationId}/retention",
    summary: "Choose how long an organisation keeps its executions; a shorter time takes effect after a delay",
    access: requires("organisation.update"),
    links: [linkOn("organisation", "retention")],
    body: retentionUpdate,
    answer: ok(retentionResource),
    problems: ["ORGANISATION_NOT_FOUND", "EDIT_CONFLICT"],
  },
  "organisation.retention.preview": {
    ...api,
    method: "GET",
    path: "/organisations/{organisationId}/retention/preview",
    summary: "Count the executions that a retention would delete",
    access: requires("organisation.update"),
    links: [linkOn("organisation", "retentionPreview")],
    query: retentionPreviewQuery,
    answer: ok(retentionPreviewResource),
    problems: ["ORGANISATION_NOT_FOUND", "EXECUTIONS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
