import type { FieldSource } from "../node-parts.ts";
import { findFunction } from "./functions.ts";
import type { Formula } from "./formula.ts";
import { bindingOf } from "./parse-formula.ts";
import { bracketedText, isPlainName } from "./tokens.ts";

/** How a formula refers to a field, by the key that is stored or the name that is shown. */
export function fieldReference(source: FieldSource, name: string): string {
  return `${source === "Application" ? "application" : "runtime"}.${isPlainName(name) ? name : bracketedText(name)}`;
}

const words = new Set(["and", "or", "not", "true", "false"]);

/** A name alone, in brackets if it would be read as something else. */
export function bareReference(name: string): string {
  return isPlainName(name) && !words.has(name.toLowerCase()) ? name : bracketedText(name);
}

/** A formula in its canonical notation: spaces around operators, no redundant parentheses, functions in their canonical spelling. */
export function printFormula(formula: Formula): string {
  return print(formula, 0);
}

/** Puts what binds less tightly than `least` in parentheses. */
function print(formula: Formula, least: number): string {
  switch (formula.kind) {
    case "number":
      return formula.text;
    case "text":
      return `"${formula.value.replaceAll('"', '""')}"`;
    case "boolean":
      return String(formula.value);
    case "field":
      return fieldReference(formula.source, formula.key);
    case "name":
      return bareReference(formula.name);
    case "negate":
      return enclosed(`-${print(formula.operand, bindingOf("negate"))}`, bindingOf("negate") < least);
    case "not": {
      const binding = bindingOf("not");
      return enclosed(`not ${print(formula.operand, binding + 1)}`, binding < least);
    }
    case "binary": {
      const { operator, left, right } = formula;
      const binding = bindingOf(operator);
      // Comparisons cannot be chained; all other operators are left-associative.
      const isComparison = binding === bindingOf("=");
      const text = `${print(left, isComparison ? binding + 1 : binding)} ${operator} ${print(right, binding + 1)}`;
      return enclosed(text, binding < least);
    }
    case "call":
      return `${findFunction(formula.name) ?? formula.name}(${formula.args.map((arg) => print(arg, 0)).join(", ")})`;
  }
}

function enclosed(text: string, isNeeded: boolean): string {
  return isNeeded ? `(${text})` : text;
}
