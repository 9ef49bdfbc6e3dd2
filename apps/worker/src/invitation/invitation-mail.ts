import type { Mail } from "@airlock/platform/mail";
import { escapeHtml, singleLine } from "../mail-text.ts";

export interface Invitation {
  readonly to: string;
  readonly firstName: string;
  readonly organisation: string;
  /** Where the person activates the account. */
  readonly link: string;
  readonly days: number;
}

/** The mail that asks somebody in: the same words as text and as HTML. */
export function invitationMail(invitation: Invitation): Mail {
  const { to, organisation, link, days } = invitation;
  const greeting = invitation.firstName === "" ? "Hello," : `Hello ${invitation.firstName},`;
  const asked = `${organisation} has invited you to Airlock, where decisions are drawn, tested and served.`;
  const how = "Activate your account here, then sign in with this email address:";
  const expiry = `The link works once and for ${days} days. If you did not expect it, you need not do anything.`;
  return {
    to,
    subject: `${singleLine(organisation)} invites you to Airlock`,
    text: `${greeting}\n\n${asked}\n\n${how}\n${link}\n\n${expiry}\n`,
    html: `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#16202c">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(asked)}</p>
<p>${escapeHtml(how)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Activate account</a></p>
<p style="color:#445264">${escapeHtml(expiry)}</p>
<p style="color:#445264;font-size:13px">${escapeHtml(link)}</p>
</body></html>
`,
  };
}
