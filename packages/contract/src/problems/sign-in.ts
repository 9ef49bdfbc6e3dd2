/** Problems of authentication and permissions. */
import { plain, type ProblemEntry } from "./entry.ts";

export const signInProblems = {
  TOKEN_MISSING: { status: 401, message: "Not signed in", description: plain("Send an access token.") },
  TOKEN_INVALID: {
    status: 401,
    message: "Not signed in",
    description: plain("The access token is no longer valid, or not for this service."),
  },
  USER_UNKNOWN: {
    status: 404,
    message: "No account",
    description: plain(
      "There is no account for you. Ask your organisation's administrator to invite the address you sign in with; the address must be verified.",
    ),
  },
  INVITATION_CHOICE_REQUIRED: {
    status: 409,
    message: "Accept an invitation",
    description: plain("You are invited, but do not belong to an organisation yet. Accept the invitation you want to sign in with."),
  },
  USER_NOT_ACTIVE: {
    status: 403,
    message: "Account not active",
    description: plain("Sign in again; if that does not help, ask your organisation's administrator."),
  },
  PERMISSION_MISSING: {
    status: 403,
    message: "Not allowed",
    description: (d) => `This needs the permission ${d["permission"] ?? "for it"}.`,
  },
  IDENTITY_PROVIDER_UNAVAILABLE: {
    status: 503,
    message: "Sign-in unavailable",
    description: plain("The identity provider does not answer, so your sign-in cannot be checked. Try again soon."),
  },
  ACTIVATION_KEY_REPLACED: {
    status: 409,
    message: "Invitation replaced",
    description: (d) => `A newer invitation was sent at ${d["sent"] ?? "a later time"}. Use the link in that mail.`,
  },
  ACCOUNT_CONFIRMED: {
    status: 409,
    message: "Account confirmed already",
    description: plain("The account of this invitation is confirmed. Sign in."),
  },
  ACTIVATION_KEY_INVALID: {
    status: 404,
    message: "Activation failed",
    description: plain("The activation key is unknown, used or expired. Ask your organisation's administrator to invite you again."),
  },
} as const satisfies Record<string, ProblemEntry>;
