import { describe, expect, it } from "vitest";
import { calculationTree, type CalculationTree } from "./calculation-tree.ts";
import { formula } from "./testing/draw.ts";

function text(tree: CalculationTree | undefined): string {
  if (tree === undefined) return "";
  return "item" in tree ? tree.item.fieldKey : `(${text(tree.left)} ${tree.operator} ${text(tree.right)})`;
}

describe("calculationTree", () => {
  it.each([
    ["1", "1"],
    ["1 + 2 * 3", "(1 + (2 * 3))"],
    ["1 - 2 - 3", "((1 - 2) - 3)"],
    ["2 ^ 3 ^ 2", "((2 ^ 3) ^ 2)"],
    ["2 * 3 ^ 2 / 4", "((2 * (3 ^ 2)) / 4)"],
    ["( 1 + 2 ) * 3", "((1 + 2) * 3)"],
    ["1 * ( 2 + 3 )", "(1 * (2 + 3))"],
    ["( ( 1 + 2 ) * 3 ) / 4 ^ ( 5 - 6 )", "(((1 + 2) * 3) / (4 ^ (5 - 6)))"],
    // Levels cannot distinguish two adjacent pairs of parentheses: they are one.
    ["( 1 + 2 ) * ( 3 + 4 )", "((1 + (2 * 3)) + 4)"],
  ])("reads %s", (items, tree) => {
    expect(text(calculationTree(formula(items)))).toBe(tree);
  });

  it("is nothing for no items", () => {
    expect(calculationTree([])).toBeUndefined();
  });
});
