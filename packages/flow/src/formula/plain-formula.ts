import { parseFormula } from "./parse-formula.ts";
import { printFormula } from "./print-formula.ts";

/** A formula without what says nothing: spaces, capitals of functions, parentheses. Text that is no formula stays as it is. */
export function plainFormula(text: string): string {
  const parsed = parseFormula(text);
  return parsed.ok ? printFormula(parsed.formula) : text;
}
