/** Types of expressions. Files of other products often do not say which type an input has; how it is used does. */
import type { FieldType } from "@airlock/flow";
import type { Field } from "../flow/fields.ts";
import type { Cell, Expression, Test } from "./expression.ts";
import { withSelf } from "./walk.ts";

/** Numbers are Floats: an Integer fits, and neither FEEL nor ZEN knows the difference. */
export type Scope = (parts: readonly string[]) => Field | undefined;

const booleanFunctions = new Set(["contains", "startsWith", "endsWith", "isMissing"]);
const textFunctions = new Set(["upper", "lower", "trim"]);
const textArguments = new Set([...booleanFunctions, ...textFunctions, "length"]);
const sameTypeFunctions = new Set(["min", "max", "ifMissing"]);
const dateArguments = new Set(["year", "month", "day"]);

/** The type of an expression, if it is known. Fields of unknown type that must have the expected type get it. */
export function typeOf(expression: Expression, scope: Scope, expected?: FieldType, self?: Expression): FieldType | undefined {
  const visit = (part: Expression, wanted?: FieldType): FieldType | undefined => typeOf(part, scope, wanted, self);
  switch (expression.kind) {
    case "number":
      return "Float";
    case "text":
      return "String";
    case "boolean":
      return "Boolean";
    case "date":
      return "Date";
    case "null":
      return undefined;
    case "path": {
      const field = scope(expression.parts);
      if (field !== undefined) field.type ??= expected;
      return field?.type;
    }
    case "self":
      return self === undefined ? undefined : visit(self, expected);
    case "negate":
      return visit(expression.operand, "Float");
    case "not":
      return visit(expression.operand, "Boolean");
    case "binary":
      return typeOfBinary(expression, visit, expected);
    case "if": {
      visit(expression.condition, "Boolean");
      return together([expression.holds, expression.otherwise], visit, expected);
    }
    case "call":
      return typeOfCall(expression, visit, expected);
    case "list":
      return together(expression.items, visit, expected);
    case "in":
      typeOfCell(expression.cell, withSelf(expression.value, self) ?? { kind: "null" }, scope);
      return "Boolean";
  }
}

type Visit = (part: Expression, wanted?: FieldType) => FieldType | undefined;

function typeOfBinary(
  { operator, left, right }: Extract<Expression, { kind: "binary" }>,
  visit: Visit,
  expected: FieldType | undefined,
): FieldType | undefined {
  switch (operator) {
    case "and":
    case "or":
      visit(left, "Boolean");
      visit(right, "Boolean");
      return "Boolean";
    case "=":
    case "!=":
      together([left, right], visit, undefined);
      return "Boolean";
    case "<":
    case "<=":
    case ">":
    case ">=":
      together([left, right], visit, undefined);
      return "Boolean";
    case "??":
      return together([left, right], visit, expected);
    default:
      visit(left, "Float");
      visit(right, "Float");
      return "Float";
  }
}

function typeOfCall({ name, args }: Extract<Expression, { kind: "call" }>, visit: Visit, expected?: FieldType): FieldType | undefined {
  if (name === "isMissing") return (args.forEach((arg) => visit(arg)), "Boolean");
  if (textArguments.has(name)) {
    for (const arg of args) visit(arg, "String");
    return booleanFunctions.has(name) ? "Boolean" : textFunctions.has(name) ? "String" : "Float";
  }
  if (sameTypeFunctions.has(name)) return together(args, visit, expected);
  if (dateArguments.has(name)) {
    for (const arg of args) visit(arg, "Date");
    return "Float";
  }
  if (name === "date") {
    for (const arg of args) visit(arg, "Date");
    return "Date";
  }
  for (const arg of args) visit(arg, "Float");
  return "Float";
}

/** All of them have one type. */
function together(parts: readonly Expression[], visit: Visit, expected: FieldType | undefined): FieldType | undefined {
  let type = expected;
  const unknown: Expression[] = [];
  for (const part of parts) {
    const found = visit(part, type);
    type = found ?? type;
    if (found === undefined) unknown.push(part);
  }
  // Only those that were visited before the type was known: visiting all of them twice would be exponential in the depth.
  if (type !== undefined) for (const part of unknown) visit(part, type);
  return type;
}

/** The type of the column that a cell belongs to. */
export function typeOfCell({ tests }: Cell, column: Expression, scope: Scope): FieldType | undefined {
  if (tests === "any") return typeOf(column, scope);
  for (const test of tests) typeOfTest(test, column, scope);
  return typeOf(column, scope);
}

function typeOfTest(test: Test, column: Expression, scope: Scope): void {
  switch (test.kind) {
    case "compare":
      together([column, test.value], (part, wanted) => typeOf(part, scope, wanted, column), undefined);
      return;
    case "interval":
      together([column, test.low.value, test.high.value], (part, wanted) => typeOf(part, scope, wanted, column), undefined);
      return;
    case "condition":
      typeOf(test.condition, scope, "Boolean", column);
      return;
    case "every":
      for (const one of test.tests) typeOfTest(one, column, scope);
  }
}
