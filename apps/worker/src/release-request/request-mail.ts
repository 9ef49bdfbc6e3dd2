import type { Mail } from "@airlock/platform/mail";
import { escapeHtml, greetingOf, mailName, mailNote, singleLine } from "../mail-text.ts";

export interface RequestNotice {
  readonly event: "requested" | "replaced" | "bypassed";
  readonly to: string;
  readonly firstName: string;
  readonly by: string;
  readonly solution: string;
  readonly version: string;
  /** The user's reason. */
  readonly reason: string;
  readonly link: string;
}

const subjects = {
  requested: "release request",
  replaced: "release request, another version",
  bypassed: "released without approval",
} as const;

/** The mail to a user who may approve releases, with the same text as plain text and as HTML. */
export function requestMail({ event, to, firstName, by, solution, version, reason, link }: RequestNotice): Mail {
  const name = singleLine(solution);
  const greeting = greetingOf(firstName);
  const what = `"${mailName(version)}" of "${mailName(solution)}"`;
  const who = `"${mailName(by)}"`;
  const sentence = {
    requested: `${who} wants to release ${what}. Please review it.`,
    replaced: `${who} replaced the version of a release request by ${what}. Earlier approvals no longer count.`,
    bypassed: `${who} released ${what} in an emergency, without the approvals and gates that the release policy requires.`,
  }[event];
  const note = mailNote(reason);
  const quoted = note === "" ? "" : `They wrote: "${note}"`;
  return {
    to,
    subject: `${name}: ${subjects[event]}`,
    text: [greeting, sentence, ...(quoted === "" ? [] : [quoted]), link].join("\n\n").concat("\n"),
    html: `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#16202c">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(sentence)}</p>
${quoted === "" ? "" : `<p>${escapeHtml(quoted)}</p>\n`}<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Open the release request</a></p>
<p style="color:#445264;font-size:13px">${escapeHtml(link)}</p>
</body></html>
`,
  };
}
