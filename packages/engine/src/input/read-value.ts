import { limits, readDateText, type FieldType } from "@airlock/flow";
import { largestInteger, toFloat } from "../number.ts";
import type { Held, InputProblem } from "../types.ts";

/** [LI3] Longer texts are refused: every text is kept in the execution's record. */
export const longestText = limits.textLength;

export type Misfit = Pick<InputProblem, "code" | "message">;

const integerText = /^-?[0-9]{1,20}$/;
const floatText = /^-?[0-9]{1,20}(\.[0-9]{1,40})?$/;

const notAString: Misfit = { code: "notAString", message: "This must be a text." };
const notWellFormed: Misfit = { code: "notAString", message: "This text holds half a character." };
const tooLong: Misfit = { code: "tooLong", message: `This text is longer than ${longestText} characters.` };
const notAnInteger: Misfit = { code: "notAnInteger", message: "This must be a number without a fraction." };
const notANumber: Misfit = { code: "notANumber", message: "This must be a number." };
const notABoolean: Misfit = { code: "notABoolean", message: "This must be true or false." };
const notADate: Misfit = { code: "notADate", message: "This must be a day of the calendar, written like 2026-01-31." };
const integerRange: Misfit = { code: "outOfRange", message: "An Integer lies between -9007199254740991 and 9007199254740991." };
const floatRange: Misfit = { code: "outOfRange", message: "A Float is smaller than 1000000000000000, on either side of zero." };

/** [VA4] A String field accepts a text unchanged; absent and null are missing. */
export function readText(value: unknown): string | undefined | Misfit {
  if (typeof value === "string") {
    if (value.length > longestText) return tooLong;
    return value.isWellFormed() ? value : notWellFormed;
  }
  return value === undefined || value === null ? undefined : notAString;
}

/** [VA4] A number without a fraction, or the same as text; absent, null and an empty text are missing, which is NaN. */
export function readInteger(value: unknown): number | Misfit {
  if (value === undefined || value === null || value === "") return NaN;
  const number = typeof value === "string" && integerText.test(value) ? Number(value) : value;
  if (typeof number !== "number" || Math.floor(number) !== number) return notAnInteger;
  return number <= largestInteger && number >= -largestInteger ? number + 0 : integerRange;
}

/** [VA4] The same with a fraction. */
export function readFloat(value: unknown): number | Misfit {
  if (value === undefined || value === null || value === "") return NaN;
  const number = typeof value === "string" && floatText.test(value) ? Number(value) : value;
  if (typeof number !== "number" || number !== number) return notANumber;
  const float = toFloat(number);
  return float === float ? float : floatRange;
}

/** [VA6] true or false, or the same as text; 1 or 0. Absent, null and an empty text are missing, which is NaN. */
export function readBoolean(value: unknown): number | Misfit {
  if (value === true || value === "true") return 1;
  if (value === false || value === "false") return 0;
  return value === undefined || value === null || value === "" ? NaN : notABoolean;
}

/** [VA7] The text of a day; its day number. Absent, null and an empty text are missing, which is NaN. */
export function readDate(value: unknown): number | Misfit {
  if (value === undefined || value === null || value === "") return NaN;
  return (typeof value === "string" ? readDateText(value) : undefined) ?? notADate;
}

/** Reads the value of a field that is not a String as its stored number. */
export function readNumber(value: unknown, type: Exclude<FieldType, "String">): number | Misfit {
  switch (type) {
    case "Integer":
      return readInteger(value);
    case "Float":
      return readFloat(value);
    case "Boolean":
      return readBoolean(value);
    case "Date":
      return readDate(value);
  }
}

/** [EF7] The same for a value from a web call's response, except that a String field also accepts numbers and Booleans. */
export function readAnswerValue(value: unknown, type: FieldType): Held | Misfit {
  if (type === "String") return readText(typeof value === "number" || typeof value === "boolean" ? String(value) : value);
  const number = readNumber(value, type);
  return typeof number === "number" && number !== number ? undefined : number;
}
