import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { pageQuery } from "../hal.ts";
import { organisationCreate, organisationList, organisationResource, organisationUpdate } from "../organisation.ts";
import { api, needs, at, ok, created, done } from "./row.ts";

export const organisationActions = {
  "organisations.list": {
    ...api,
    method: "GET",
    path: "/organisations",
    summary: "List one's own organisation and the ones it manages",
    access: needs("organisations.list"),
    links: [at("profile", "organisations")],
    query: pageQuery,
    answer: ok(organisationList),
  },
  "organisations.create": {
    ...api,
    method: "POST",
    path: "/organisations",
    summary: "Create an organisation that one's own manages",
    access: needs("organisations.create"),
    links: [at("profile", "organisations")],
    body: organisationCreate,
    answer: created(organisationResource),
  },
  "organisation.read": {
    ...api,
    method: "GET",
    path: "/organisations/{organisationId}",
    summary: "Read an organisation",
    access: needs("organisations.list"),
    links: [at("organisation", "self")],
    answer: ok(organisationResource),
    problems: ["ORGANISATION_NOT_FOUND"],
  },
  "organisation.update": {
    ...api,
    method: "PUT",
    path: "/organisations/{organisationId}",
    summary: "Change an organisation",
    access: needs("organisation.update"),
    links: [at("organisation", "self")],
    body: organisationUpdate,
    answer: ok(organisationResource),
    problems: ["ORGANISATION_NOT_FOUND", "EDIT_CONFLICT"],
  },
  "organisation.delete": {
    ...api,
    method: "DELETE",
    path: "/organisations/{organisationId}",
    summary: "Delete an organisation that one's own manages",
    access: needs("organisation.delete"),
    links: [at("organisation", "self")],
    precondition: when("organisation", (organisation) => !organisation.isOwn, "ORGANISATION_IS_OWN"),
    answer: done,
    problems: ["ORGANISATION_NOT_FOUND", "ORGANISATION_IS_OWN", "ORGANISATION_NOT_EMPTY"],
  },
} as const satisfies Record<string, Action>;
