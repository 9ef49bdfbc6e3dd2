import type { Mail } from "@airlock/platform/mail";

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
<p>${escape(greeting)}</p>
<p>${escape(asked)}</p>
<p>${escape(how)}</p>
<p><a href="${escape(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Activate account</a></p>
<p style="color:#445264">${escape(expiry)}</p>
<p style="color:#445264;font-size:13px">${escape(link)}</p>
</body></html>
`,
  };
}

/** Names are typed by people: nothing in them may become markup or a header. */
function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function singleLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").slice(0, 100);
}
