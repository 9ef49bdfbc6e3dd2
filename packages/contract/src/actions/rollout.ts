import { when } from "../action.ts";
import type { Action } from "../action.ts";
import { pageQuery } from "../hal.ts";
import {
  rolloutChange,
  rolloutCreate,
  rolloutEnd,
  rolloutList,
  rolloutResource,
  rolloutResultResource,
  shadowResultResource,
} from "../rollout.ts";
import { api, at, created, needs, ok } from "./row.ts";

const isRunning = when("rollout", ({ status }) => status === "running", "ROLLOUT_ENDED");
const hasArms = when("rollout", ({ kind }) => kind !== "shadow", "OTHER_ROLLOUT_KIND");
const isShadow = when("rollout", ({ kind }) => kind === "shadow", "OTHER_ROLLOUT_KIND");
const publishing = ["DEPLOYMENTS_UNAVAILABLE", "DEPLOYMENT_NOT_CONFIRMED"] as const;
const path = "/rollouts/{rolloutId}";

export const rolloutActions = {
  "solution.rollouts.list": {
    ...api,
    method: "GET",
    path: "/solutions/{solutionId}/rollouts",
    summary: "List the rollouts of a solution, newest first",
    access: needs("versions.list"),
    links: [at("solution", "rollouts")],
    query: pageQuery,
    answer: ok(rolloutList),
    problems: ["SOLUTION_NOT_FOUND"],
  },
  "solution.rollouts.create": {
    ...api,
    method: "POST",
    path: "/solutions/{solutionId}/rollouts",
    summary: "Let another version decide beside the live one, for a share of the calls, or for a share that grows",
    access: needs("solution.release"),
    links: [at("solution", "rollouts")],
    precondition: when("solution", (solution) => solution.hasVersions, "SOLUTION_WITHOUT_VERSION"),
    body: rolloutCreate,
    answer: created(rolloutResource),
    problems: [
      "SOLUTION_NOT_FOUND",
      "SOLUTION_WITHOUT_VERSION",
      "NOTHING_RELEASED",
      "VERSION_NOT_FOUND",
      "VERSION_ALREADY_LIVE",
      "DATASOURCE_NOT_FOUND",
      "ROLLOUT_RUNNING",
      "RELEASE_NEEDS_REQUEST",
      "RELEASE_FAILED",
      ...publishing,
    ],
  },
  "rollout.read": {
    ...api,
    method: "GET",
    path,
    summary: "Read a rollout",
    access: needs("versions.list"),
    links: [at("rollout", "self")],
    answer: ok(rolloutResource),
    problems: ["ROLLOUT_NOT_FOUND"],
  },
  "rollout.change": {
    ...api,
    method: "PUT",
    path: `${path}/share`,
    summary: "Change the share of a rollout",
    access: needs("solution.release"),
    links: [at("rollout", "share")],
    precondition: isRunning,
    body: rolloutChange,
    answer: ok(rolloutResource),
    problems: ["ROLLOUT_NOT_FOUND", "ROLLOUT_ENDED", "RELEASE_NEEDS_REQUEST", ...publishing],
  },
  "rollout.end": {
    ...api,
    method: "PUT",
    path: `${path}/end`,
    summary: "End a rollout: the live version answers every call",
    access: needs("solution.release"),
    links: [at("rollout", "end")],
    precondition: isRunning,
    body: rolloutEnd,
    answer: ok(rolloutResource),
    problems: ["ROLLOUT_NOT_FOUND", "ROLLOUT_ENDED", ...publishing],
  },
  "rollout.promote": {
    ...api,
    method: "PUT",
    path: `${path}/promote`,
    summary: "Release the version of a rollout and end the rollout",
    access: needs("solution.release"),
    links: [at("rollout", "promote")],
    precondition: isRunning,
    body: rolloutEnd,
    answer: ok(rolloutResource),
    problems: ["ROLLOUT_NOT_FOUND", "ROLLOUT_ENDED", "VERSION_NOT_FOUND", "RELEASE_NEEDS_REQUEST", "RELEASE_FAILED", ...publishing],
  },
  "rollout.results": {
    ...api,
    method: "GET",
    path: `${path}/results`,
    summary: "Read what the arms of a split or a ramp decided",
    access: needs("versions.list"),
    links: [at("rollout", "results")],
    precondition: hasArms,
    answer: ok(rolloutResultResource),
    problems: ["ROLLOUT_NOT_FOUND", "OTHER_ROLLOUT_KIND", "STATISTICS_UNAVAILABLE"],
  },
  "rollout.shadow": {
    ...api,
    method: "GET",
    path: `${path}/shadow`,
    summary: "Read what the version of a shadow would have answered",
    access: needs("versions.list"),
    links: [at("rollout", "shadow")],
    precondition: isShadow,
    answer: ok(shadowResultResource),
    problems: ["ROLLOUT_NOT_FOUND", "OTHER_ROLLOUT_KIND", "STATISTICS_UNAVAILABLE"],
  },
} as const satisfies Record<string, Action>;
