import type { ActionName, basePath, ParameterOf, PathOf } from "@airlock/contract";
import { fillAddress } from "./calls.ts";

const base: typeof basePath = "/dme/manage/v1";

/** The paths of actions that are called without a link. The contract's types check each; the action table itself is not loaded. */
const paths = {
  "firing.read": "/firings/{firingId}",
  "invitation.accept": "/users/me/invitations/{invitationId}/accept",
  "invitation.decline": "/users/me/invitations/{invitationId}/decline",
  "memberships.read": "/users/me/memberships",
  "profile.read": "/users/me",
  "releaseRequest.read": "/release-requests/{releaseRequestId}",
  "rollout.read": "/rollouts/{rolloutId}",
  "solution.save.read": "/solutions/{solutionId}/saves/{revision}",
  "user.login": "/users/login",
  "user.validate": "/users/validate/{key}",
  "version.execute": "/versions/{versionId}/execute",
  "versions.listAll": "/versions/ALL",
} as const satisfies { readonly [Name in ActionName]?: PathOf<Name> };

type Values<Name extends ActionName> = [ParameterOf<Name>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<ParameterOf<Name>, string>>];

/** The address of an action that no link leads to. */
export function addressOf<Name extends keyof typeof paths>(name: Name, ...[values]: Values<Name>): string {
  return fillAddress(base + paths[name], values ?? {}) ?? "";
}
