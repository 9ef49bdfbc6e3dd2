import type { SessionEnd } from "../../api/session/session.ts";

/**
 * The text of the sign-in card after a session expired, or could not start. Contains the email address, so that the user can choose the right
 * account.
 */
export function endedText({ problem, email }: SessionEnd, invitedEmail: string | undefined): string {
  if (problem.code === "USER_UNKNOWN") {
    const none = email === undefined ? "There is no account for you." : `There is no account for ${email}.`;
    return invitedEmail === undefined || invitedEmail.toLowerCase() === email?.toLowerCase()
      ? `${none} Ask your organisation's administrator for an invitation.`
      : `${none} The invitation is for ${invitedEmail}: sign in with that address.`;
  }
  const was = email === undefined ? "" : ` You were signed in as ${email}.`;
  return `${problem.message}: ${problem.description}${was}`;
}
