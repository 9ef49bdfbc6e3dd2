/** Input and output cells of decision tables. */
import { nothingCell, outputText, printCell, readCell, type FieldType } from "@airlock/flow";
import type { Cell, End, Expression, Test } from "./expression.ts";
import { formulaText, type FormulaContext } from "./to-formula.ts";

/** The cell as a table of Airlock has it; undefined where only a formula can express it. */
export function cellText({ tests, negated }: Cell, type: FieldType): string | undefined {
  if (tests === "any") return "-";
  const items = tests.map((test) => itemText(test, type));
  if (items.some((item) => item === undefined)) return undefined;
  const text = `${negated ? "not " : ""}${items.join(", ")}`;
  const read = readCell(text, type);
  if (!read.ok) return undefined;
  // Texts lose the quotes that they do not need.
  return type === "String" ? printCell(read.values, type) : text;
}

function itemText(test: Test, type: FieldType): string | undefined {
  switch (test.kind) {
    case "compare": {
      if (test.value.kind === "null") return test.operator === "=" ? "missing" : undefined;
      const literal = literalText(test.value, type);
      if (literal === undefined) return undefined;
      if (test.operator === "=") return literal;
      return type === "String" ? undefined : `${test.operator} ${literal}`;
    }
    case "interval":
      return intervalText(test.low, test.high, type);
    case "every": {
      const [low, high, ...rest] = test.tests.toSorted((a, b) => Number(isUpper(a)) - Number(isUpper(b)));
      if (low?.kind !== "compare" || high?.kind !== "compare" || rest.length > 0 || !low.operator.startsWith(">") || !isUpper(high))
        return undefined;
      const end = (one: typeof low): End => ({ value: one.value, included: one.operator.endsWith("=") });
      return intervalText(end(low), end(high), type);
    }
    case "condition":
      return undefined;
  }
}

const isUpper = (test: Test): boolean => test.kind === "compare" && test.operator.startsWith("<");

function intervalText(low: End, high: End, type: FieldType): string | undefined {
  const [from, to] = [literalText(low.value, type), literalText(high.value, type)];
  if (type === "String" || type === "Boolean" || from === undefined || to === undefined) return undefined;
  return `${low.included ? "[" : "("}${from}..${to}${high.included ? "]" : ")"}`;
}

/** A literal of the column's type as a cell has it. */
function literalText(value: Expression, type: FieldType): string | undefined {
  switch (value.kind) {
    case "number":
      return type === "Float" || type === "Integer" ? numberText(value.text) : undefined;
    case "negate":
      return value.operand.kind === "number" && type === "Float" ? numberText(`-${value.operand.text}`) : undefined;
    case "text":
      return type === "String" ? `"${value.value.replaceAll('"', '""')}"` : undefined;
    case "boolean":
      return type === "Boolean" ? String(value.value) : undefined;
    case "date":
      return type === "Date" ? value.text : undefined;
    default:
      return undefined;
  }
}

function numberText(text: string): string | undefined {
  const plain = String(Number(text.replaceAll("_", "")));
  return /[eNI]/.test(plain) ? undefined : plain;
}

/** What a row stores: a literal, or `=` and a formula. Throws `NotConvertible`. */
export function outputCell(value: Expression | undefined, type: FieldType, context: FormulaContext): string {
  if (value === undefined || value.kind === "null") return nothingCell;
  const literal = literalText(value, type);
  if (value.kind === "text" && literal !== undefined) return outputText(value.value);
  return literal ?? `= ${formulaText(value, context)}`;
}
