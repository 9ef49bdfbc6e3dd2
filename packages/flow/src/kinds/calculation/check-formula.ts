import { calculationTree, firstRow, type CalculationTree } from "../../calculation-tree.ts";
import type { CalculationItem, FieldType } from "../../node-parts.ts";
import { limits } from "../../limits.ts";
import { readFloatText, readIntegerText } from "../../number-text.ts";
import type { Check } from "../../validate/check.ts";

/** Findings about the operands and the formula that can be detected without running it. */
export function checkFormula(items: readonly CalculationItem[], resultField: string, check: Check): void {
  if (items.length === 0) {
    check.report("CALCULATION_EMPTY", { node: check.title }, "calculations");
    return;
  }
  const depth = items.reduce((deepest, item) => Math.max(deepest, item.level), 0);
  if (depth > limits.calculationLevel) {
    check.report("TOO_LARGE", { what: "levels of parentheses", count: depth, max: limits.calculationLevel }, "calculations");
    return;
  }
  const types: (FieldType | undefined)[] = [];
  for (const [row, item] of items.entries()) {
    const what = `item ${row + 1} of the formula`;
    if (item.datasource === "Literal") {
      check.literal(item.fieldKey, isWhole(item.fieldKey) ? "Integer" : "Float", "it", what, "calculations", row);
      types.push(isWhole(item.fieldKey) ? "Integer" : "Float");
    } else {
      types.push(check.numberField(item.datasource, item.fieldKey, what, "calculations", row)?.type);
    }
  }
  // Parentheses around everything, or around less than two items, group nothing.
  if (depth > Math.max(0, items.length - 2)) {
    check.report("CALCULATION_LEVELS", { node: check.title }, "calculations");
  }
  const tree = calculationTree(items);
  if (tree === undefined) return;
  checkDivisions(tree, check);
  const result = check.numberField("Runtime", resultField, "the result", "resultField");
  if (result?.type === "Integer" && !types.includes(undefined) && !givesInteger(tree, types)) {
    check.report("RESULT_MAY_HAVE_FRACTION", { node: check.title, field: result.name }, "resultField");
  }
}

const isWhole = (text: string): boolean => /^-?[0-9]+$/.test(text);

function checkDivisions(tree: CalculationTree, check: Check): void {
  if ("item" in tree) return;
  checkDivisions(tree.left, check);
  checkDivisions(tree.right, check);
  if (tree.operator !== "/" || constantOf(tree.right) !== 0) return;
  const row = firstRow(tree.right);
  check.report("DIVISION_BY_ZERO", { node: check.title, what: `item ${row + 1} of the formula` }, "calculations", row);
}

/** The value of a part without fields; precise enough to detect a zero. */
function constantOf(tree: CalculationTree): number | undefined {
  if ("item" in tree) {
    if (tree.item.datasource !== "Literal") return undefined;
    const number = isWhole(tree.item.fieldKey) ? readIntegerText(tree.item.fieldKey) : readFloatText(tree.item.fieldKey);
    return number.ok ? number.value : undefined;
  }
  const left = constantOf(tree.left);
  const right = constantOf(tree.right);
  if (tree.operator === "*" && (left === 0 || right === 0)) return 0;
  if (left === undefined || right === undefined) return undefined;
  switch (tree.operator) {
    case "+":
      return left + right;
    case "-":
      return left - right;
    case "*":
      return left * right;
    case "/":
      return right === 0 ? undefined : left / right;
    case "^":
      return left ** right;
  }
}

/** + - and * of Integers return an Integer; / and ^ may not. */
function givesInteger(tree: CalculationTree, types: readonly (FieldType | undefined)[]): boolean {
  if ("item" in tree) return types[tree.row] === "Integer";
  return tree.operator !== "/" && tree.operator !== "^" && givesInteger(tree.left, types) && givesInteger(tree.right, types);
}
