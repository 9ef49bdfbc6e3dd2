import { newNode, type CalculationItem, type CalculationNode, type FormulaNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { calculationOf, formulaOf } from "./convert-formula.ts";

const item = (text: string, operator: CalculationItem["operator"] = "+", level = 0): CalculationItem => ({
  datasource: /^[-0-9]/.test(text) ? "Literal" : "Runtime",
  fieldKey: text,
  operator,
  level,
});
const calculation = (...calculations: readonly CalculationItem[]): CalculationNode => ({
  ...newNode("Calculation", "n", 0, 0),
  name: "Ratio",
  resultField: "r",
  calculations,
});
const formula = (...texts: readonly string[]): FormulaNode => ({
  ...newNode("Formula", "n", 0, 0),
  formulas: texts.map((text) => ({ resultField: "r", formula: text })),
});
const text = (node: CalculationNode): string | undefined => formulaOf(node)?.formulas[0]?.formula;

test("levels become parentheses, and come back as levels", () => {
  const ratio = calculation(item("a"), item("b", "*", 1), item("-2", "+", 1), item("c", "/"));
  expect(text(ratio)).toBe("runtime.a * (runtime.b + -2) / runtime.c");
  expect(formulaOf(ratio)).toMatchObject({ type: "Formula", name: "Ratio", label: "Formula", id: "n" });
  expect(calculationOf(formula("runtime.a * (runtime.b + -2) / runtime.c"))?.calculations).toEqual(ratio.calculations);
  expect(text(calculation(item("a", "+", 1), item("b", "+", 1), item("c", "^")))).toBe("(runtime.a + runtime.b) ^ runtime.c");
});

test("an item without a value cannot be written as text", () => {
  expect(formulaOf(calculation(item("a"), item("")))).toBeUndefined();
});

test("what a Calculation cannot hold stays a Formula", () => {
  // Beside each other, two stretches of one level would be one pair of parentheses.
  expect(calculationOf(formula("(runtime.a + runtime.b) * (runtime.c + runtime.d)"))).toBeUndefined();
  expect(calculationOf(formula("round(runtime.a + 1)"))).toBeUndefined();
  expect(calculationOf(formula("runtime.a >= 1"))).toBeUndefined();
  expect(calculationOf(formula("runtime.a"))).toBeUndefined();
  expect(calculationOf(formula("runtime.a + 1", "runtime.a + 2"))).toBeUndefined();
  expect(calculationOf(formula("runtime.a +"))).toBeUndefined();
  expect(calculationOf(formula("runtime.a + 2 * 3"))?.calculations).toHaveLength(3);
});
