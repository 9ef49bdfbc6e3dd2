/** Executions: recorded, compared, exported and erased. */
import { plain, type ProblemEntry } from "./entry.ts";

export const executionProblems = {
  EXECUTION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such execution.") },
  COMPARISON_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such comparison.") },
  COMPARED_RECORD_NOT_FOUND: { status: 404, message: "Not found", description: plain("This comparison has no such record that differs.") },
  COMPARISON_WITHOUT_VERSION: {
    status: 409,
    message: "Nothing to compare over",
    description: plain("Drafts have no executions. Compare with a version, whose executions are then run again, or over a datasource."),
  },
  TOO_MANY_COMPARISONS: {
    status: 409,
    message: "Too many comparisons",
    description: plain("Ten comparisons of your organisation wait or run. Cancel one, or wait until one has ended."),
  },
  EXPORT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such export, or its file was removed.") },
  EXPORT_NOT_DONE: { status: 409, message: "Not ready", description: plain("The file of this export is not ready.") },
  TOO_MANY_EXPORTS: {
    status: 409,
    message: "Too many exports",
    description: plain("Your organisation has reached its limit of exports in progress. Wait until one ends, or cancel one."),
  },
  ERASURE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such erasure.") },
  ERASURE_BEGUN: {
    status: 409,
    message: "Cannot be cancelled",
    description: plain("The erasure has begun or was cancelled already. One that has begun cannot be undone."),
  },
  ERASURE_FIELD_UNKNOWN: {
    status: 409,
    message: "No such field",
    description: plain("No version has an application field of this name, so nothing can be found by it."),
  },
  EXECUTIONS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("Past executions cannot be read at the moment. Decisions are not affected. Try again soon."),
  },
  REQUESTS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("Refused requests cannot be read at the moment. Decisions are not affected. Try again soon."),
  },
} as const satisfies Record<string, ProblemEntry>;
