import { isNumberType, readNumberText, type CaseValue, type DatasetField, type Expectation } from "@airlock/flow";
import type { Outcome, Value } from "../types.ts";

export interface Difference {
  /** A runtime field's name, or "status", "error", "reason codes". */
  readonly what: string;
  /** As shown to users; a missing value is the word "missing". */
  readonly expected: string;
  readonly actual: string;
}

/** Where an outcome is not what a case expects; nothing where it passed. */
export function compareOutcome(expect: Expectation, outcome: Outcome, runtimeFields: readonly DatasetField[]): readonly Difference[] {
  const differences: Difference[] = [];
  const tell = (what: string, expected: string, actual: string): void => {
    differences.push({ what, expected, actual });
  };
  if (expect.status !== undefined && expect.status !== outcome.status) tell("status", expect.status, outcome.status);
  if (expect.error !== undefined && expect.error !== outcome.error?.code) tell("error", expect.error, outcome.error?.code ?? "none");
  const typeOf = new Map(runtimeFields.map((field) => [field.name, field.type]));
  for (const [name, expected] of Object.entries(expect.runtimeData)) {
    const actual = Object.hasOwn(outcome.runtimeData, name) ? outcome.runtimeData[name] : undefined;
    const wanted = expected === null ? undefined : asTyped(expected, typeOf.get(name));
    if (wanted !== actual) tell(name, text(wanted), typeOf.has(name) ? text(actual) : "no such field");
  }
  if (expect.reasonCodes !== undefined && expect.reasonCodes.join("\n") !== outcome.reasonCodes.join("\n")) {
    tell("reason codes", listed(expect.reasonCodes), listed(outcome.reasonCodes));
  }
  return differences;
}

/** A number or a truth value may have been typed or imported as text. */
function asTyped(value: CaseValue, type: DatasetField["type"] | undefined): CaseValue {
  if (type === "String") return String(value);
  if (type === "Boolean" && (value === "true" || value === "false")) return value === "true";
  if (type === undefined || typeof value !== "string" || !isNumberType(type)) return value;
  const number = readNumberText(value, type);
  return number.ok ? number.value : value;
}

const text = (value: Value): string => (value === undefined ? "missing" : value === "" ? "''" : String(value));
const listed = (codes: readonly string[]): string => (codes.length === 0 ? "none" : codes.join(" "));
