import type { Mail } from "@airlock/platform/mail";
import { escapeHtml, greetingOf, singleLine } from "../mail-text.ts";

interface Moved {
  readonly of: "column" | "score";
  readonly column: string;
  readonly day: string;
  readonly model: number;
  readonly psi: number;
}

export interface DriftNotice {
  readonly to: string;
  readonly firstName: string;
  readonly prediction: string;
  readonly moved: readonly Moved[];
  /** Link to the prediction. */
  readonly link: string;
}

/** Further columns are counted, not named. */
const maxNamed = 30;

/** The mail about drift of live decisions, with the same text as plain text and as HTML. */
export function driftMail({ to, firstName, prediction, moved, link }: DriftNotice): Mail {
  const name = singleLine(prediction);
  const greeting = greetingOf(firstName);
  const sentence = `live decisions that use the prediction ${name} look different from what it was trained with:`;
  const named = moved
    .slice(0, maxNamed)
    .map(
      ({ of, column, day, model, psi }) =>
        `${of === "score" ? "its score" : singleLine(column)}, on ${day}, model ${model}: shift (PSI) ${psi.toFixed(2)}`,
    );
  const lines = moved.length > maxNamed ? [...named, `and ${moved.length - maxNamed} more`] : named;
  const advice = "Check what shifted. If the population has changed, train the model again with newer rows.";
  const once = "Each column is reported once a day. You can turn mails off on the prediction.";
  return {
    to,
    subject: `${name}: live decisions differ from training`,
    text: `${greeting}\n\n${sentence}\n\n${lines.map((line) => `- ${line}`).join("\n")}\n\n${advice}\n${link}\n\n${once}\n`,
    html: `<!doctype html>
<html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#16202c">
<p>${escapeHtml(greeting)}</p>
<p>${escapeHtml(sentence)}</p>
<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>
<p>${escapeHtml(advice)}</p>
<p><a href="${escapeHtml(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0d70d4;color:#fff;text-decoration:none">Open the prediction</a></p>
<p style="color:#445264">${escapeHtml(once)}</p>
<p style="color:#445264;font-size:13px">${escapeHtml(link)}</p>
</body></html>
`,
  };
}
