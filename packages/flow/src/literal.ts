import { readDateText } from "./date-text.ts";
import type { FieldType } from "./node-parts.ts";
import { readNumberText, type NumberTextProblem } from "./number-text.ts";

export type LiteralProblem = NumberTextProblem | "notABoolean" | "notADate";
export type Literal = { readonly ok: true; readonly value: string | number } | { readonly ok: false; readonly problem: LiteralProblem };

/** A typed literal in the engine's representation: a text, a number, 0 or 1 for a Boolean, the day number of a Date. */
export function readLiteral(text: string, type: FieldType): Literal {
  switch (type) {
    case "String":
      return { ok: true, value: text };
    case "Boolean":
      return text === "true" || text === "false" ? { ok: true, value: text === "true" ? 1 : 0 } : { ok: false, problem: "notABoolean" };
    case "Date": {
      const value = readDateText(text);
      return value === undefined ? { ok: false, problem: "notADate" } : { ok: true, value };
    }
    case "Integer":
    case "Float":
      return readNumberText(text, type);
  }
}

/** What a user has to enter. */
export const literalWanted: Readonly<Record<FieldType, string>> = {
  String: "a text",
  Integer: "a whole number",
  Float: "a number",
  Boolean: "true or false",
  Date: "a date like 2026-01-31",
};
