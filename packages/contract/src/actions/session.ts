import type { Action } from "../action.ts";
import { activation, dashboardUpdate, login, memberships, profileResource, profileUpdate } from "../user.ts";
import { api, anyone, tokenHolder, signedIn, requires, linkOn, ok, noContent } from "./row.ts";

export const sessionActions = {
  // Signing in
  "user.login": {
    ...api,
    method: "POST",
    path: "/users/login",
    summary: "Sign in: bind the person of the access token to their account",
    access: tokenHolder,
    body: login,
    answer: ok(profileResource),
    problems: ["USER_UNKNOWN", "INVITATION_CHOICE_REQUIRED"],
  },
  "memberships.read": {
    ...api,
    method: "GET",
    path: "/users/me/memberships",
    summary: "Read one's organisations and open invitations",
    access: tokenHolder,
    answer: ok(memberships),
  },
  "invitation.accept": {
    ...api,
    method: "POST",
    path: "/users/me/invitations/{invitationId}/accept",
    summary: "Accept an invitation and sign in to its organisation",
    access: tokenHolder,
    answer: ok(profileResource),
    problems: ["INVITATION_NOT_FOUND"],
  },
  "invitation.decline": {
    ...api,
    method: "POST",
    path: "/users/me/invitations/{invitationId}/decline",
    summary: "Decline an invitation",
    access: tokenHolder,
    answer: noContent,
    problems: ["INVITATION_NOT_FOUND"],
  },
  "user.validate": {
    ...api,
    method: "POST",
    path: "/users/validate/{key}",
    summary: "Check an activation key",
    access: anyone,
    answer: ok(activation),
    problems: ["ACTIVATION_KEY_INVALID", "ACTIVATION_KEY_REPLACED", "ACCOUNT_CONFIRMED"],
  },

  // The caller's own profile
  "profile.read": {
    ...api,
    method: "GET",
    path: "/users/me",
    summary: "Read one's own profile",
    access: signedIn,
    links: [linkOn("profile", "self")],
    answer: ok(profileResource),
  },
  "profile.update": {
    ...api,
    method: "PUT",
    path: "/users/me",
    summary: "Change one's own name",
    access: requires("profile.update"),
    links: [linkOn("profile", "self")],
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
    links: [linkOn("profile", "dashboard")],
    body: dashboardUpdate,
    answer: ok(profileResource),
    problems: ["EDIT_CONFLICT"],
  },
} as const satisfies Record<string, Action>;
