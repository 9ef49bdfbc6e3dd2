import type { Cell, Expression, Test } from "./expression.ts";

/** The expressions directly inside of one. */
function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case "negate":
    case "not":
      return [expression.operand];
    case "binary":
      return [expression.left, expression.right];
    case "if":
      return [expression.condition, expression.holds, expression.otherwise];
    case "call":
      return expression.args;
    case "list":
      return expression.items;
    case "in":
      return [expression.value, ...expressionsOf(expression.cell)];
    default:
      return [];
  }
}

function expressionsOf({ tests }: Cell): readonly Expression[] {
  return tests === "any" ? [] : tests.flatMap(expressionsOfTest);
}

function expressionsOfTest(test: Test): readonly Expression[] {
  switch (test.kind) {
    case "compare":
      return [test.value];
    case "interval":
      return [test.low.value, test.high.value];
    case "condition":
      return [test.condition];
    case "every":
      return test.tests.flatMap(expressionsOfTest);
  }
}

export function contains(expression: Expression, wanted: (part: Expression) => boolean): boolean {
  return wanted(expression) || partsOf(expression).some((part) => contains(part, wanted));
}

/** The value that is tested inside of a cell, where the column has another name. Undefined where it is calculated from the column. */
export function withSelf(value: Expression, self: Expression | undefined): Expression | undefined {
  if (value.kind === "self") return self;
  return contains(value, ({ kind }) => kind === "self") ? undefined : value;
}
