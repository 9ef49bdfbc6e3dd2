import type { ActionName, MethodOf, RelOf } from "@airlock/contract";

/**
 * Method and link of each action that `call` and `useAction` can make. The contract's types check each row; the action table with its
 * schemas is not loaded.
 */
export const actionLinks = {
  "firing.acknowledge": ["PUT", "acknowledge"],
  "group.member.add": ["POST", "member"],
  "group.member.remove": ["DELETE", "member"],
  "group.role.add": ["POST", "role"],
  "group.role.remove": ["DELETE", "role"],
  "import.cancel": ["PUT", "cancel"],
  "list.delete": ["DELETE", "self"],
  "list.draft.discard": ["DELETE", "draft"],
  "list.import": ["PUT", "rowsFile"],
  "list.rows.change": ["PUT", "rows"],
  "list.update": ["PUT", "self"],
  "list.version.withdraw": ["DELETE", "version"],
  "list.versions.create": ["POST", "versions"],
  "monitor.delete": ["DELETE", "self"],
  "monitor.mute": ["PUT", "mute"],
  "monitor.update": ["PUT", "self"],
  "organisation.projectIds": ["PUT", "projectIds"],
  "organisation.serviceAccount": ["PUT", "serviceAccount"],
  "release.cancel": ["PUT", "cancel"],
  "releasePolicy.update": ["PUT", "releasePolicy"],
  "releaseRequest.approve": ["PUT", "approve"],
  "releaseRequest.bypass": ["PUT", "bypass"],
  "releaseRequest.check": ["PUT", "gates"],
  "releaseRequest.comment": ["POST", "comments"],
  "releaseRequest.reject": ["PUT", "reject"],
  "releaseRequest.release": ["PUT", "release"],
  "releaseRequest.replace": ["PUT", "version"],
  "releaseRequest.withdraw": ["PUT", "withdraw"],
  "solution.monitors.create": ["POST", "monitors"],
  "rollout.change": ["PUT", "share"],
  "rollout.end": ["PUT", "end"],
  "rollout.knownOutcome": ["PUT", "knownOutcome"],
  "rollout.promote": ["PUT", "promote"],
  "solution.releasePolicy.delete": ["DELETE", "releasePolicy"],
  "solution.releasePolicy.update": ["PUT", "releasePolicy"],
  "solution.releaseRequests.create": ["POST", "releaseRequests"],
  "solution.releases.create": ["POST", "releases"],
  "solution.rollouts.create": ["POST", "rollouts"],
  "solution.update": ["PUT", "self"],
  "user.key.revoke": ["DELETE", "self"],
  "user.keys.create": ["POST", "keys"],
  "user.role.add": ["POST", "role"],
  "user.role.remove": ["DELETE", "role"],
} as const satisfies { readonly [Name in ActionName]?: readonly [MethodOf<Name>, RelOf<Name>] };

export type LinkedAction = keyof typeof actionLinks;
