import { limits, reasonTextsOrNone } from "@airlock/flow";
import { grouped, refusal } from "../rules/refusal.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { done, refused, type Command } from "./command.ts";

/** The meaning of a reason code, in words; an empty text removes it. Continuous typing is one step. */
export function setReasonText(code: string, text: string): Command {
  return (document) => {
    const reason = whyNotText(text, limits.reasonTextLength);
    if (reason !== undefined) return refused(reason);
    const reasonTexts = reasonTextsOrNone({ ...document.reasonTexts, [code]: text }) ?? {};
    if (Object.keys(reasonTexts).length > limits.reasonTexts) {
      return refused(refusal("REASON_TEXTS_FULL", { max: grouped(limits.reasonTexts) }));
    }
    return done(`Change text of ${code}`, { ...document, reasonTexts }, { mergeWith: `reason ${code}` });
  };
}
