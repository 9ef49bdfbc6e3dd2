/** Solutions, their saves and versions. */
import { plain, type ProblemEntry } from "./entry.ts";

export const solutionProblems = {
  SOLUTION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such solution.") },
  SAVE_NOT_FOUND: { status: 404, message: "Not found", description: plain("This save is no longer stored.") },
  VERSION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such version.") },
  INVALID_SOLUTION_DEFINITION: {
    status: 409,
    message: "Invalid solution definition",
    description: plain("The solution cannot run as it is drawn. Open the editor and fix what is listed."),
  },
  SOLUTION_SERVING: {
    status: 409,
    message: "Still serving",
    description: plain("A version of this solution is serving. Stop it first."),
  },
  VERSION_ALREADY_SERVING: { status: 409, message: "Already serving", description: plain("This version is serving already.") },
  VERSION_NOT_SERVING: { status: 409, message: "Not serving", description: plain("This version is not serving.") },
  SOLUTION_KEY_TAKEN: {
    status: 409,
    message: "Key taken",
    description: plain("Another solution of the organisation has this key, or had it within the last 30 days."),
  },
  SOLUTION_WITHOUT_VERSION: { status: 409, message: "No version", description: plain("Create a version of this solution first.") },
  SOLUTION_NOT_SERVING: {
    status: 409,
    message: "Not serving",
    description: plain("The version that is released at this address is not serving. Release another one, or start serving it."),
  },
} as const satisfies Record<string, ProblemEntry>;
