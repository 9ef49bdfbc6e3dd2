/**
 * Everything that can be refused, by a code that never changes. `message` is the short half of what the console shows as
 * 'message: description'; `description` says what to do about it. 403 is kept for a missing permission and for an
 * account that is gone, because the console takes it as the end of the session.
 */
import { z } from "zod";

type Details = Readonly<Record<string, string>>;

interface ProblemEntry {
  readonly status: number;
  readonly message: string;
  readonly description: (details: Details) => string;
}

function said(sentence: string): ProblemEntry["description"] {
  return () => sentence;
}

export const problemCatalogue = {
  // The request itself
  INVALID_REQUEST: {
    status: 400,
    message: "Invalid request",
    description: said("The request does not have the form this call takes; see the list of problems."),
  },
  BODY_NOT_JSON: { status: 400, message: "Unreadable body", description: said("The body of the request is not well-formed JSON.") },
  ROUTE_UNKNOWN: { status: 404, message: "Not found", description: said("There is nothing at this address.") },
  METHOD_NOT_ALLOWED: {
    status: 405,
    message: "Method not allowed",
    description: (d) => `This address answers to ${d["allow"] ?? "other methods"}.`,
  },
  BODY_TOO_LARGE: { status: 413, message: "Too large", description: said("The body of the request is larger than this call takes.") },
  MEDIA_TYPE_UNSUPPORTED: {
    status: 415,
    message: "Unsupported content type",
    description: said("Send the body as application/json."),
  },
  RATE_LIMITED: {
    status: 429,
    message: "Too many requests",
    description: (d) => `Try again in ${d["seconds"] ?? "a few"} seconds.`,
  },
  INTERNAL: {
    status: 500,
    message: "Something went wrong",
    description: said("The problem is on our side and was logged. Give the correlation id when you report it."),
  },

  // Who is asking
  TOKEN_MISSING: { status: 401, message: "Not signed in", description: said("Send an access token.") },
  TOKEN_INVALID: {
    status: 401,
    message: "Not signed in",
    description: said("The access token is not valid any more, or not for this service."),
  },
  USER_UNKNOWN: {
    status: 404,
    message: "No account",
    description: said(
      "There is no account for you. Ask your organisation's administrator to invite the address you sign in with; the address must be verified.",
    ),
  },
  USER_NOT_ACTIVE: {
    status: 403,
    message: "Account not active",
    description: said("Sign in again; if that does not help, ask your organisation's administrator."),
  },
  PERMISSION_MISSING: {
    status: 403,
    message: "Not allowed",
    description: (d) => `This needs the permission ${d["permission"] ?? "for it"}.`,
  },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 503,
    message: "Sign-in unavailable",
    description: said("The identity provider does not answer, so your sign-in cannot be checked. Try again soon."),
  },

  // What is asked for
  SOLUTION_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such solution.") },
  VERSION_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such version.") },
  USER_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such user.") },
  KEY_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such key.") },
  ROLE_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such role.") },
  ORGANISATION_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such organisation.") },
  GROUP_NOT_FOUND: { status: 404, message: "Not found", description: said("There is no such group.") },
  ACTIVATION_KEY_INVALID: {
    status: 404,
    message: "Activation failed",
    description: said("The activation key is unknown, used or expired. Ask your organisation's administrator to invite you again."),
  },

  // What stands in the way
  EDIT_CONFLICT: {
    status: 409,
    message: "Changed meanwhile",
    description: said("Someone else changed this after you opened it. Load it again and repeat your change."),
  },
  INVALID_SOLUTION_DEFINITION: {
    status: 409,
    message: "Invalid solution definition",
    description: said("The solution cannot run as it is drawn. Open the editor and mend what is listed."),
  },
  SOLUTION_SERVING: {
    status: 409,
    message: "Still serving",
    description: said("A version of this solution is serving. Stop it first."),
  },
  VERSION_ALREADY_SERVING: { status: 409, message: "Already serving", description: said("This version is serving already.") },
  VERSION_NOT_SERVING: { status: 409, message: "Not serving", description: said("This version is not serving.") },
  ROLE_PROTECTED: { status: 409, message: "Protected role", description: said("The administrator role cannot be changed or deleted.") },
  GROUP_PROTECTED: { status: 409, message: "Protected group", description: said("The administrator group cannot be changed or deleted.") },
  GROUP_IN_USE: {
    status: 409,
    message: "Group in use",
    description: said("A group with members or roles stays in its organisation. Empty it first."),
  },
  ROLE_BEYOND_OWN: {
    status: 409,
    message: "Beyond your own rights",
    description: said("Nobody can give a permission that they do not hold themselves."),
  },
  LAST_ADMINISTRATOR: {
    status: 409,
    message: "Last administrator",
    description: said("An organisation keeps at least one administrator. Make someone else an administrator first."),
  },
  USER_IS_SELF: { status: 409, message: "Your own account", description: said("You cannot do this to your own account.") },
  USER_NOT_SYSTEM_ACCOUNT: { status: 409, message: "Not a system account", description: said("Only a system account has keys.") },
  USER_NOT_INVITED: { status: 409, message: "Already active", description: said("This user has accepted the invitation already.") },
  EMAIL_TAKEN: {
    status: 409,
    message: "Address in use",
    description: said("The organisation has a user with this email address already."),
  },
  ORGANISATION_IS_OWN: {
    status: 409,
    message: "Your own organisation",
    description: said("You cannot delete the organisation you belong to."),
  },
  ORGANISATION_NOT_EMPTY: {
    status: 409,
    message: "Organisation in use",
    description: said("The organisation still has solutions or manages other organisations. Delete these first."),
  },

  // What a runtime says to a caller
  KEY_INVALID: { status: 401, message: "Key refused", description: said("Send a valid key of a system account as a bearer token.") },
  INPUT_INVALID: {
    status: 400,
    message: "Invalid input",
    description: said("The field values do not fit this version; see the list of problems."),
  },
  EXECUTION_NOT_LOGGED: {
    status: 503,
    message: "Not recorded",
    description: said("The decision could not be recorded durably, so it is not given. Try again soon."),
  },
  OVERLOADED: { status: 503, message: "Overloaded", description: said("The service has more to do than it can. Try again soon.") },
  STOPPING: { status: 503, message: "Stopping", description: said("This process is stopping. Try again at once.") },

  // Parts that may be away
  DATABASE_UNAVAILABLE: { status: 503, message: "Unavailable", description: said("The database does not answer. Try again soon.") },
  DEPLOYMENTS_UNAVAILABLE: {
    status: 503,
    message: "Unavailable",
    description: said("The change is stored, but the runtimes cannot be reached yet; it will be sent as soon as they can."),
  },
  DEPLOYMENT_NOT_CONFIRMED: {
    status: 503,
    message: "Not confirmed",
    description: (d) =>
      `Not every runtime has confirmed the change yet (${d["runtimes"] ?? "none runs"}). It stays ordered and is carried out when they can.`,
  },
  STATISTICS_UNAVAILABLE: { status: 503, message: "Unavailable", description: said("The statistics do not answer. Try again soon.") },
} as const satisfies Record<string, ProblemEntry>;

export type ProblemCode = keyof typeof problemCatalogue;

/** What any call of the api may answer, whatever it does. */
export const commonProblems: readonly ProblemCode[] = [
  "INVALID_REQUEST",
  "BODY_NOT_JSON",
  "BODY_TOO_LARGE",
  "MEDIA_TYPE_UNSUPPORTED",
  "RATE_LIMITED",
  "INTERNAL",
  "DATABASE_UNAVAILABLE",
];

/** What any call that needs a token may answer besides. */
export const tokenProblems: readonly ProblemCode[] = ["TOKEN_MISSING", "TOKEN_INVALID", "IDENTITY_PROVIDER_UNAVAILABLE"];

/** What any call of a signed-in user may answer besides. */
export const userProblems: readonly ProblemCode[] = ["USER_NOT_ACTIVE", "PERMISSION_MISSING"];

export const fieldProblem = z.object({
  /** Where it is: a path into the body (`solutionDefinition.nodes.3`), a query name, a node id. */
  field: z.string(),
  code: z.string(),
  message: z.string(),
});
export type FieldProblem = z.infer<typeof fieldProblem>;

export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  message: z.string(),
  description: z.string(),
  correlationId: z.string(),
  problems: z.array(fieldProblem).optional(),
});
export type ProblemBody = z.infer<typeof problemSchema>;

/** A refusal inside the domain: a value, not an exception. Only routes turn it into HTTP. */
export interface Problem {
  readonly code: ProblemCode;
  readonly details?: Details;
  readonly problems?: readonly FieldProblem[];
}

export function problemStatus(code: ProblemCode): number {
  return problemCatalogue[code].status;
}

export function problemBody(problem: Problem, correlationId: string): ProblemBody {
  const entry: ProblemEntry = problemCatalogue[problem.code];
  return {
    type: `urn:airlock:problem:${problem.code}`,
    title: entry.message,
    status: entry.status,
    code: problem.code,
    message: entry.message,
    description: entry.description(problem.details ?? {}),
    correlationId,
    ...(problem.problems === undefined ? {} : { problems: [...problem.problems] }),
  };
}
