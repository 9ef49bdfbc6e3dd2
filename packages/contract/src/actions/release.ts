import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { pageQuery } from "../hal.ts";
import { releaseCreate, releaseList, releaseResource } from "../release.ts";
import { api, linkOn, created, requires, ok } from "./row.ts";

export const releaseActions = {
  "solution.releases.list": {
    ...api,
    method: "GET",
    path: "/solutions/{solutionId}/releases",
    summary: "List the releases of a solution, newest first",
    access: requires("versions.list"),
    links: [linkOn("solution", "releases")],
    query: pageQuery,
    answer: ok(releaseList),
    problems: ["SOLUTION_NOT_FOUND"],
  },
  "solution.releases.create": {
    ...api,
    method: "POST",
    path: "/solutions/{solutionId}/releases",
    summary: "Release a version: it answers at the solution's key, at once or from a time on",
    access: requires("solution.release"),
    links: [linkOn("solution", "releases")],
    precondition: when("solution", (solution) => solution.hasVersions, "SOLUTION_WITHOUT_VERSION"),
    body: releaseCreate,
    answer: created(releaseResource),
    problems: [
      "SOLUTION_NOT_FOUND",
      "SOLUTION_WITHOUT_VERSION",
      "VERSION_NOT_FOUND",
      "VERSION_ALREADY_LIVE",
      "RELEASE_NEEDS_REQUEST",
      "RELEASE_FAILED",
      "DEPLOYMENTS_UNAVAILABLE",
      "DEPLOYMENT_NOT_CONFIRMED",
    ],
  },
  "release.read": {
    ...api,
    method: "GET",
    path: "/releases/{releaseId}",
    summary: "Read a release",
    access: requires("versions.list"),
    links: [linkOn("release", "self")],
    answer: ok(releaseResource),
    problems: ["RELEASE_NOT_FOUND"],
  },
  "release.cancel": {
    ...api,
    method: "PUT",
    path: "/releases/{releaseId}/cancel",
    summary: "Cancel a release that has not begun",
    access: requires("solution.release"),
    links: [linkOn("release", "cancel")],
    precondition: when("release", (release) => release.status === "scheduled", "RELEASE_NOT_SCHEDULED"),
    answer: ok(releaseResource),
    problems: ["RELEASE_NOT_FOUND", "RELEASE_NOT_SCHEDULED"],
  },
} as const satisfies Record<string, Action>;
