import { parseFormula } from "./parse-formula.ts";
import { printFormula } from "./print-formula.ts";

/**
 * A formula without meaningless differences: spaces, case of functions, redundant parentheses. Text that is not a formula is returned
 * unchanged.
 */
export function plainFormula(text: string): string {
  const parsed = parseFormula(text);
  return parsed.ok ? printFormula(parsed.formula) : text;
}
