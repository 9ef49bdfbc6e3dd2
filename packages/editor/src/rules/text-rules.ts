/**
 * What an input accepts while the user types. A text that can still become a number, such as "-" or "2.", is accepted; the validator
 * reports whether it is one.
 */
import type { FieldType } from "@airlock/flow";
import { grouped, refusal, type Refusal } from "./refusal.ts";

const integerInput = /^-?[0-9]*$/;
// No leading zeros, an optional fraction.
const floatInput = /^-?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)?$/;
const dateInput = /^[0-9-]{0,10}$/;
// Letters of every alphabet, as in the names that callers may use.
const identifierInput = /^[\p{L}\p{M}\p{N}_]*$/u;

/** A literal for a field of this type. */
export function whyNotLiteral(type: FieldType, text: string, longest: number): Refusal | undefined {
  if (type === "Integer" && !integerInput.test(text)) return refusal("NOT_INTEGER_TEXT");
  if (type === "Float" && !floatInput.test(text)) return refusal("NOT_NUMBER_TEXT");
  if (type === "Boolean" && text !== "" && text !== "true" && text !== "false") return refusal("NOT_BOOLEAN_TEXT");
  if (type === "Date" && !dateInput.test(text)) return refusal("NOT_DATE_TEXT");
  return whyNotText(text, longest);
}

/** Points and bounds: numeric text, or nothing yet. */
export function whyNotNumber(text: string, longest: number): Refusal | undefined {
  return whyNotLiteral("Float", text, longest);
}

/** alphaNumUnderscoreInput. */
export function whyNotIdentifier(text: string, longest: number): Refusal | undefined {
  return identifierInput.test(text) ? whyNotText(text, longest) : refusal("NOT_IDENTIFIER");
}

/** NUL and half surrogate pairs cannot be stored as text by any database that a definition travels through. */
export function whyNotText(text: string, longest: number): Refusal | undefined {
  if (text.length > longest) return refusal("TEXT_TOO_LONG", { max: grouped(longest) });
  return text.isWellFormed() && !text.includes("\u0000") ? undefined : refusal("TEXT_UNSTORABLE");
}

/** A name while it is typed: "net income" and "net-income" become "net_income". Other characters are left for the rules to refuse. */
export function withUnderscores(text: string): string {
  return text.replace(/[\s.-]/gu, "_");
}

/** The same text without characters that the input refuses: for pasting into it. */
export function toIdentifier(text: string): string {
  return text
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, "_")
    .replace(/^_+|_+$/g, "");
}
