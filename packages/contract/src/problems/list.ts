/** Lists and their versions. */
import { plain, type ProblemEntry } from "./entry.ts";

export const listProblems = {
  LIST_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such list.") },
  LIST_VERSION_NOT_FOUND: { status: 404, message: "Not found", description: plain("The list has no version with this number.") },
  LIST_NAME_TAKEN: {
    status: 409,
    message: "The name is taken",
    description: plain("Another list of this organisation has this name. Choose another."),
  },
  TOO_MANY_LISTS: {
    status: 409,
    message: "Too many",
    description: plain("An organisation has at most 200 lists. Delete one that is no longer needed."),
  },
  LIST_IN_USE: {
    status: 409,
    message: "In use",
    description: plain("Versions of solutions use this list. Delete those versions first."),
  },
  LIST_TOO_LONG: { status: 409, message: "Too long", description: plain("A list has at most 1,000,000 rows. Nothing was changed.") },
  LIST_ROWS_REJECTED: {
    status: 422,
    message: "Rejected rows",
    description: (d) =>
      `${d["rejected"] ?? "Some"} of ${d["rows"] ?? "the"} rows cannot be read, so nothing was changed. Fix them, or import the file without them.`,
  },
  LIST_UNCHANGED: { status: 409, message: "No changes", description: plain("The draft has no changes to publish.") },
  LIST_NOT_PUBLISHED: {
    status: 409,
    message: "Not published",
    description: plain("The list has no version yet. Publish its draft first."),
  },
  LIST_NOT_IN_EFFECT: {
    status: 409,
    message: "No list in effect",
    description: (d) =>
      `The flow uses the list "${d["list"] ?? "unknown"}", which has no version in effect in this organisation. Publish the list, or choose another one in the flow.`,
  },
  LIST_CHANGED: {
    status: 409,
    message: "The list is different",
    description: (d) =>
      `The list "${d["list"] ?? "unknown"}" has another key or other columns than the flow expects. Choose it again in the flow.`,
  },
  LIST_VERSION_TOO_EARLY: {
    status: 409,
    message: "Too early",
    description: (d) =>
      d["number"] === undefined
        ? "A version takes effect now or later, not in the past."
        : `Version ${d["number"]} takes effect at ${d["at"] ?? "a later time"}. Choose that time or a later one, or withdraw that version first.`,
  },
  LIST_VERSION_FINAL: {
    status: 409,
    message: "Cannot be withdrawn",
    description: plain("Only the newest version can be withdrawn, before it takes effect and while no version of a solution pins it."),
  },
} as const satisfies Record<string, ProblemEntry>;
