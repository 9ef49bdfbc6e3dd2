/** Monitors and their firings. */
import { plain, type ProblemEntry } from "./entry.ts";

export const monitorProblems = {
  MONITOR_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such monitor.") },
  FIRING_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such firing.") },
  TOO_MANY_MONITORS: {
    status: 409,
    message: "Too many",
    description: plain("An organisation has at most 500 monitors. Delete one that is no longer needed."),
  },
  FIRING_ENDED: { status: 409, message: "Ended", description: plain("This firing has ended.") },
} as const satisfies Record<string, ProblemEntry>;
