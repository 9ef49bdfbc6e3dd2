/** A part of the system that does not respond. */
import { plain, type ProblemEntry } from "./entry.ts";

export const unavailableProblems = {
  DATABASE_UNAVAILABLE: { status: 503, message: "Unavailable", description: plain("The database does not answer. Try again soon.") },
  DEPLOYMENTS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("The change is stored, but the runtimes cannot be reached yet; it will be sent as soon as they can."),
  },
  DEPLOYMENT_NOT_CONFIRMED: {
    status: 503,
    message: "Not confirmed",
    description: (d) =>
      `Not every runtime has confirmed the change yet (${d["runtimes"] ?? "none runs"}). It stays requested and is applied as soon as they can.`,
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    message: "Files unavailable",
    description: (d) => d["sentence"] ?? "The bucket server does not answer. Try again soon.",
  },
  WAREHOUSE_UNAVAILABLE: {
    status: 503,
    message: "BigQuery unavailable",
    description: (d) => d["sentence"] ?? "BigQuery does not answer. Try again soon.",
  },
  SOURCE_UNAVAILABLE: {
    status: 503,
    message: "Source unavailable",
    description: (d) => d["sentence"] ?? "The database of this datasource does not answer. Try again soon.",
  },
  RECORDS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("The records cannot be read at the moment. Try again soon."),
  },
  STATISTICS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: plain("The statistics cannot be read at the moment. Try again soon."),
  },
} as const satisfies Record<string, ProblemEntry>;
