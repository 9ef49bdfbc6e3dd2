/** Organisations, their secrets, service accounts and S3 accounts. */
import { plain, type ProblemEntry } from "./entry.ts";

export const organisationProblems = {
  ORGANISATION_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such organisation.") },
  GIVING_NOT_ALLOWED: {
    status: 409,
    message: "Not allowed to assign",
    description: plain("Inviting with roles needs the permission user.update; inviting into groups needs group.update."),
  },
  ORGANISATION_IS_OWN: {
    status: 409,
    message: "Your own organisation",
    description: plain("You cannot delete the organisation you belong to."),
  },
  ORGANISATION_NOT_EMPTY: {
    status: 409,
    message: "Organisation in use",
    description: plain("The organisation still manages other organisations. Delete these first."),
  },
  ORGANISATION_HOLDS_DATA: {
    status: 409,
    message: "Organisation holds data",
    description: (d) => `Deleting the organisation also deletes ${d["holdings"] ?? "its data"}. Send its name as confirm.`,
  },
  ORGANISATION_SERVING: {
    status: 409,
    message: "Still serving",
    description: (d) =>
      `The organisation serves decisions (${d["versions"] ?? "at least one version"}). Its users must stop serving first.`,
  },
  SECRET_NOT_FOUND: { status: 404, message: "Not found", description: plain("There is no such secret.") },
  SECRET_NAME_TAKEN: {
    status: 409,
    message: "The name is taken",
    description: plain("Another secret of this organisation has this name. Choose another."),
  },
  SECRET_VALUE_REQUIRED: {
    status: 422,
    message: "Enter the value again",
    description: plain("A secret is sent to a new host only with its value. Enter the value together with the hosts."),
  },
  SECRET_NOT_PERMITTED: {
    status: 409,
    message: "Secret not permitted",
    description: plain("Using a secret needs the permission secrets.list. Remove the secret, or ask someone who has it to add it."),
  },
  SERVICE_ACCOUNT_INVALID: {
    status: 400,
    message: "Invalid service account",
    description: plain("The file is not a key file of a service account that can be used here; see the list of problems."),
  },
  SERVICE_ACCOUNT_MISSING: {
    status: 409,
    message: "No service account",
    description: plain("There is no service account for this organisation yet. Choose its key file first."),
  },
  SERVICE_ACCOUNT_UNREADABLE: {
    status: 409,
    message: "Service account unreadable",
    description: plain("The stored file was encrypted with a master key that is no longer configured. Upload the file again."),
  },
  S3_SECRET_KEY_REQUIRED: {
    status: 422,
    message: "Enter the secret key again",
    description: plain(
      "The stored secret key is valid only for the endpoint and access key that it was entered with. Enter it again to change them.",
    ),
  },
  S3_ACCOUNT_MISSING: {
    status: 409,
    message: "No S3 account",
    description: plain("There is no S3 account for this organisation. Store one first."),
  },
  S3_ACCOUNT_UNREADABLE: {
    status: 409,
    message: "S3 account unreadable",
    description: plain("The stored secret key was encrypted with a master key that is no longer configured. Enter the secret key again."),
  },
} as const satisfies Record<string, ProblemEntry>;
