import type { Action } from "../action.ts";
import { secretCreate, secretList, secretQuery, secretResource, secretUpdate } from "../secret.ts";
import { api, linkOn, created, noContent, requires, ok } from "./row.ts";

export const secretActions = {
  "secrets.list": {
    ...api,
    method: "GET",
    path: "/secrets",
    summary: "List the secrets that web calls may use, without their values",
    access: requires("secrets.list"),
    links: [linkOn("profile", "secrets")],
    query: secretQuery,
    answer: ok(secretList),
  },
  "secrets.create": {
    ...api,
    method: "POST",
    path: "/secrets",
    summary: "Create a secret",
    access: requires("secrets.create"),
    links: [linkOn("profile", "secrets")],
    body: secretCreate,
    answer: created(secretResource),
    problems: ["SECRET_NAME_TAKEN"],
  },
  "secret.read": {
    ...api,
    method: "GET",
    path: "/secrets/{secretId}",
    summary: "Read a secret's name and hosts, never its value",
    access: requires("secrets.list"),
    links: [linkOn("secret", "self")],
    answer: ok(secretResource),
    problems: ["SECRET_NOT_FOUND"],
  },
  "secret.update": {
    ...api,
    method: "PUT",
    path: "/secrets/{secretId}",
    summary: "Change a secret",
    access: requires("secret.update"),
    links: [linkOn("secret", "self")],
    body: secretUpdate,
    answer: ok(secretResource),
    problems: ["SECRET_NOT_FOUND", "SECRET_NAME_TAKEN", "SECRET_VALUE_REQUIRED", "EDIT_CONFLICT"],
  },
  "secret.delete": {
    ...api,
    method: "DELETE",
    path: "/secrets/{secretId}",
    summary: "Delete a secret",
    access: requires("secret.delete"),
    links: [linkOn("secret", "self")],
    answer: noContent,
    problems: ["SECRET_NOT_FOUND"],
  },
} as const satisfies Record<string, Action>;
