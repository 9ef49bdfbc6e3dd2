import type { Mail } from "@airlock/platform/mail";
import { escapeHtml, greetingOf, mailName, mailNote, singleLine } from "../mail-text.ts";

export interface RolloutNotice {
  readonly to: string;
  readonly firstName: string;
  readonly solution: string;
  readonly version: string;
  readonly liveVersion: string;
  /** Why it was rolled back. */
  readonly message: string;
  readonly link: string;
}

/** The mail to a user who may release, with the same text as plain text and as HTML. */
export function rolloutMail({ to, firstName, solution, version, liveVersion, message, link }: RolloutNotice): Mail {
  const greeting = greetingOf(firstName);
  const sentence = `The rollout of "${mailName(version)}" of "${mailName(solution)}" was rolled back. "${mailName(liveVersion)}" answers every call again.`;
  const why = mailNote(message);
  return {
    to,
    subject: `${singleLine(solution)}: rolled back`,
    text: [greeting, sentence, why, link].join("\n\n").concat("\n"),
    html: `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#16202c">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(sentence)}</p>
<p>${escapeHtml(why)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Open the rollout</a></p>
<p style="color:#445264;font-size:13px">${escapeHtml(link)}</p>
</body></html>
`,
  };
}
