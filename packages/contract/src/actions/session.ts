import type { Action } from "../action.ts";
import { activation, dashboardUpdate, profileResource, profileUpdate } from "../user.ts";
import { api, anyone, tokenHolder, signedIn, needs, at, ok } from "./row.ts";

export const sessionActions = {
  // Signing in
  "user.login": {
    ...api,
    method: "POST",
    path: "/users/login",
    summary: "Sign in: bind the person of the access token to their account",
    access: tokenHolder,
    answer: ok(profileResource),
    problems: ["USER_UNKNOWN"],
  },
  "user.validate": {
    ...api,
    method: "POST",
    path: "/users/validate/{key}",
    summary: "Check an activation key",
    access: anyone,
    answer: ok(activation),
    problems: ["ACTIVATION_KEY_INVALID"],
  },

  // One's own profile
  "profile.read": {
    ...api,
    method: "GET",
    path: "/users/me",
    summary: "Read one's own profile",
    access: signedIn,
    links: [at("profile", "self")],
    answer: ok(profileResource),
  },
  "profile.update": {
    ...api,
    method: "PUT",
    path: "/users/me",
    summary: "Change one's own name",
    access: needs("profile.update"),
    links: [at("profile", "self")],
    body: profileUpdate,
    answer: ok(profileResource),
    problems: ["EDIT_CONFLICT"],
  },
  "dashboard.update": {
    ...api,
    method: "PUT",
    path: "/users/me/dashboard",
    summary: "Save one's own dashboard",
    access: signedIn,
    links: [at("profile", "dashboard")],
    body: dashboardUpdate,
    answer: ok(profileResource),
    problems: ["EDIT_CONFLICT"],
  },
} as const satisfies Record<string, Action>;
