import { movedText, valueText, type MonitorMeasureKind, type MovedOutcome } from "@airlock/contract";
import type { Mail } from "@airlock/platform/mail";
import { escapeHtml, greetingOf, mailName, singleLine } from "../mail-text.ts";

export interface FiringNotice {
  readonly event: "began" | "ended";
  readonly to: string;
  readonly firstName: string;
  readonly monitor: string;
  readonly solution: string;
  readonly kind: MonitorMeasureKind;
  /** At the beginning. */
  readonly value: number;
  readonly peak: number;
  /** For the outcome mix, at the beginning. */
  readonly moved: MovedOutcome | null;
  readonly min: number | null;
  readonly max: number | null;
  readonly began: Date;
  readonly ended: Date | null;
  readonly windowMinutes: number;
  readonly link: string;
}

/** The mail about the beginning or the end of a firing, with the same text as plain text and as HTML. */
export function firingMail(notice: FiringNotice): Mail {
  const { event, to, firstName, monitor, solution, kind, value, peak, moved, began, ended, windowMinutes, link } = notice;
  const greeting = greetingOf(firstName);
  const what = `"${mailName(monitor)}" of "${mailName(solution)}"`;
  const expected = expectedText(notice);
  const sentence =
    event === "began"
      ? `The monitor ${what} fires since ${timeText(began)}: ${valueText(kind, value)}${moved === null ? "" : ` (${movedText(moved)})`} over ${windowMinutes} minutes, expected ${expected}.`
      : `The monitor ${what} no longer fires. It fired from ${timeText(began)} to ${timeText(ended ?? began)}, at worst with ${valueText(kind, peak)}, expected ${expected}.`;
  const note = "You get this mail because the monitor notifies you. Whom it notifies is set on the monitor.";
  return {
    to,
    subject: `${singleLine(solution)}: ${singleLine(monitor)} ${event === "began" ? "fires" : "is back to normal"}`,
    text: `${greeting}\n\n${sentence}\n\n${link}\n\n${note}\n`,
    html: `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#16202c">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(sentence)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Open the firing</a></p>
<p style="color:#445264">${escapeHtml(note)}</p>
<p style="color:#445264;font-size:13px">${escapeHtml(link)}</p>
</body></html>
`,
  };
}

function expectedText({ kind, min, max }: FiringNotice): string {
  if (min !== null && max !== null) return `${valueText(kind, min)} to ${valueText(kind, max)}`;
  if (max !== null) return `at most ${valueText(kind, max)}`;
  return min === null ? "nothing" : `at least ${valueText(kind, min)}`;
}

/** In UTC: readers are in many time zones. */
function timeText(date: Date): string {
  return `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
