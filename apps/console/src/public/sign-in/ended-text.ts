import type { SessionEnd } from "../../api/session/session.ts";

/** What the sign-in card says after a session ended by itself, or could not begin: with the address, so that the right one can be used. */
export function endedText({ problem, email }: SessionEnd, invitedEmail: string | undefined): string {
  if (problem.code === "USER_UNKNOWN") {
    const none = email === undefined ? "There is no account for you." : `There is no account for ${email}.`;
    return invitedEmail === undefined || invitedEmail.toLowerCase() === email?.toLowerCase()
      ? `${none} Ask your organisation's administrator for an invitation.`
      : `${none} The invitation is for ${invitedEmail}: log in with that address.`;
  }
  const was = email === undefined ? "" : ` You were signed in as ${email}.`;
  return `${problem.message}: ${problem.description}${was}`;
}
