import type { Mail } from "@airlock/platform/mail";
import { escapeHtml, greetingOf, mailName, mailNote } from "../mail-text.ts";

export interface Invitation {
  readonly to: string;
  readonly firstName: string;
  readonly organisation: string;
  /** The name of the sender, if known. */
  readonly invitedBy?: string | undefined;
  /** The page on which the account is activated. */
  readonly link: string;
  readonly days: number;
  /** The sender's note. */
  readonly note?: string | undefined;
}

/** The invitation mail, with the same text as plain text and as HTML. */
export function invitationMail(invitation: Invitation): Mail {
  const { to, link, days, invitedBy } = invitation;
  const organisation = mailName(invitation.organisation);
  const greeting = greetingOf(invitation.firstName);
  const airlock = "Airlock, where decisions are drawn, tested and served.";
  const invitedTo =
    invitedBy === undefined || invitedBy === ""
      ? `The organisation "${organisation}" has invited you to ${airlock}`
      : `"${mailName(invitedBy)}" has invited you to join the organisation "${organisation}" on ${airlock}`;
  const how = "Activate your account here, then sign in with this email address:";
  const expiry = `The link works once and for ${days === 1 ? "1 day" : `${days} days`}. If you did not expect it, you need not do anything.`;
  const note = invitation.note === undefined || invitation.note === "" ? undefined : `They write: "${mailNote(invitation.note)}"`;
  const sender = `An administrator of that organisation sent this invitation and typed these ${note === undefined ? "names" : "names and words"}; Airlock does not verify them.`;
  return {
    to,
    subject: `"${organisation}" invites you to Airlock`,
    text: `${greeting}\n\n${invitedTo}\n\n${note === undefined ? "" : `${note}\n\n`}${how}\n${link}\n\n${expiry}\n\n${sender}\n`,
    html: `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#16202c">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(invitedTo)}</p>
${note === undefined ? "" : `<p>${escapeHtml(note)}</p>\n`}<p>${escapeHtml(how)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Activate account</a></p>
<p style="color:#445264">${escapeHtml(expiry)}</p>
<p style="color:#445264;font-size:13px">${escapeHtml(link)}</p>
<p style="color:#445264;font-size:13px">${escapeHtml(sender)}</p>
</body></html>
`,
  };
}
