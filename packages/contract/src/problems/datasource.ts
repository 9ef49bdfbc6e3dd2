/** Datasources, and the files and tables that they are imported from. */
import { plain, type ProblemEntry } from "./entry.ts";

export const datasourceProblems = {
  DATASOURCE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such datasource.") },
  IMPORT_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such import.") },
  UPLOAD_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such upload; it may have arrived already.") },
  BUCKET_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such bucket, or it cannot be seen from here.") },
  FILE_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such file in the bucket.") },
  TABLE_NOT_FOUND: {
    status: 404,
    message: "No such table",
    description: (d) => `There is no table ${d["table"] ?? "of this name"} in ${d["where"] ?? "the organisation's projects"}.`,
  },
  FILE_UNREADABLE: { status: 422, message: "Unreadable file", description: (d) => d["sentence"] ?? "The file cannot be read as a table." },
  FILE_CHANGED: {
    status: 409,
    message: "File changed",
    description: plain("The file no longer has these columns. Choose it again."),
  },
  DATASOURCE_NOT_READY: {
    status: 409,
    message: "Not imported",
    description: plain("The datasource has no records: its import is not finished, failed or was cancelled."),
  },
  TOO_MANY_IMPORTS: {
    status: 409,
    message: "Too many imports",
    description: plain("Your organisation has reached its limit of imports in progress. Wait until one ends, or cancel one."),
  },
  IMPORT_ENDED: { status: 409, message: "Import ended", description: plain("This import has ended already.") },
  UPLOAD_OUT_OF_STEP: {
    status: 409,
    message: "Unexpected upload offset",
    description: ({ received }) =>
      `The next piece begins at ${received === undefined ? "the byte that the upload names" : `byte ${received}`}.`,
  },
  UPLOAD_BUSY: {
    status: 409,
    message: "Upload busy",
    description: plain("Another piece of this upload is still being stored. Read the upload, and send the next piece after a few seconds."),
  },
  UPLOAD_LOST: {
    status: 409,
    message: "Upload lost",
    description: plain("The bucket server no longer has what was received of this upload. Upload the file again."),
  },
  UPLOAD_NOT_USED: {
    status: 409,
    message: "Own storage",
    description: plain("The organisation keeps its files in its own buckets. Put the file there and choose it."),
  },
  WAREHOUSE_NOT_USED: {
    status: 409,
    message: "No BigQuery",
    description: plain("The organisation uses Airlock's own storage. BigQuery needs a service account: see the organisation's settings."),
  },
  SOURCE_NOT_ALLOWED: {
    status: 422,
    message: "Address not allowed",
    description: (d) =>
      `${d["sentence"] ?? "Airlock does not connect to this address."} Choose another, or ask an administrator to allow it with AIRLOCK_EGRESS_ALLOW.`,
  },
  SOURCE_REFUSED: {
    status: 422,
    message: "Table not readable",
    description: (d) => d["sentence"] ?? "The database does not let Airlock read the table.",
  },
  SECRET_UNREADABLE: {
    status: 409,
    message: "Secret unreadable",
    description: plain("The secret was encrypted with a master key that is no longer configured. Enter its value again."),
  },
  SECRET_NOT_FOR_HOST: {
    status: 422,
    message: "Secret is for other hosts",
    description: (d) =>
      `The secret ${d["secret"] ?? ""} was not entered for ${d["host"] ?? "this host"}. Add the host to the secret, or choose another.`,
  },
  TABLE_AMBIGUOUS: {
    status: 409,
    message: "Several tables",
    description: (d) =>
      `There is a table of this name in ${d["where"] ?? "more than one dataset"}. The account should see one of them only.`,
  },
} as const satisfies Record<string, ProblemEntry>;
