/** Releases, release requests and rollouts. */
import { plain, type ProblemEntry } from "./entry.ts";

export const releaseProblems = {
  RELEASE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such release.") },
  RELEASE_REQUEST_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such release request.") },
  ROLLOUT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such rollout.") },
  VERSION_ALREADY_LIVE: { status: 409, message: "Already live", description: plain("This version is the one that is released.") },
  RELEASE_NEEDS_REQUEST: {
    status: 409,
    message: "A release request is needed",
    description: plain("The release policy requires approvals or gates. Open a release request for this version."),
  },
  RELEASE_ALREADY_REQUESTED: {
    status: 409,
    message: "Already requested",
    description: plain("Another release request of this solution is open. Replace its version, or withdraw it first."),
  },
  RELEASE_REQUEST_CLOSED: { status: 409, message: "Closed", description: plain("This release request is no longer open.") },
  VERSION_REPLACED: {
    status: 409,
    message: "Another version",
    description: plain("The version of this release request was replaced. Look at the new one first."),
  },
  OWN_CHANGE: {
    status: 409,
    message: "Your own change",
    description: plain("You requested this release or created its version, so another user has to approve it."),
  },
  ALREADY_APPROVED: { status: 409, message: "Already approved", description: plain("You have approved this version already.") },
  GATES_BLOCK: {
    status: 409,
    message: "Blocked by gates",
    description: (d) => `Not all gates pass${d["gates"] === undefined ? "." : `: ${d["gates"]}.`}`,
  },
  RELEASE_NOT_APPROVED: {
    status: 409,
    message: "Not approved",
    description: (d) =>
      d["needed"] === undefined
        ? "Approvals are missing."
        : `It has ${d["approvals"]} of ${d["needed"]} approvals that the policy requires.`,
  },
  BYPASS_NOT_ALLOWED: {
    status: 409,
    message: "Bypass not allowed",
    description: plain("The release policy does not allow bypassing, or the request is no longer open."),
  },
  NOTHING_RELEASED: {
    status: 409,
    message: "Not released",
    description: plain("Release a version of this solution first: a rollout compares another one with it."),
  },
  ROLLOUT_RUNNING: {
    status: 409,
    message: "A rollout is running",
    description: plain("Another rollout of this solution is running. End it first."),
  },
  ROLLOUT_ENDED: { status: 409, message: "Ended", description: plain("This rollout has ended.") },
  OTHER_ROLLOUT_KIND: {
    status: 409,
    message: "Another kind of rollout",
    description: plain("A shadow has differences and no arms; a split and a ramp have arms and no differences."),
  },
  VERSION_IN_ROLLOUT: {
    status: 409,
    message: "In a rollout",
    description: plain("A running rollout uses this version. End the rollout first."),
  },
  RELEASE_NOT_SCHEDULED: {
    status: 409,
    message: "Not scheduled",
    description: plain("Only a release that has not begun can be cancelled."),
  },
  RELEASE_FAILED: {
    status: 409,
    message: "Not released",
    description: (d) =>
      `The runtimes cannot serve this version, so the one before stays released.${d["reason"] === undefined ? "" : ` ${d["reason"]}`}`,
  },
  SOLUTION_NOT_RELEASED: {
    status: 404,
    message: "Not found",
    description: plain("No solution of the key's organisation is released at this address."),
  },
} as const satisfies Record<string, ProblemEntry>;
