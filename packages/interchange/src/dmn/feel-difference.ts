import type { Cell, Expression } from "../expression/expression.ts";
import { contains } from "../expression/walk.ts";
import type { Use } from "../flow/step.ts";

/** How a formula can differ from the expression. */
export function feelDifference(expression: Expression, { isCondition = false }: Use): string | undefined {
  const found: string[] = [];
  if (contains(expression, calculates))
    found.push("FEEL keeps 34 digits, Airlock 15; division by zero fails the execution, in FEEL the result is null.");
  if ((!isCondition && isNullInFeel(expression)) || contains(expression, usesNull))
    found.push("With a missing value a condition does not hold, and its opposite does; in FEEL both are null.");
  return found.length === 0 ? undefined : found.join(" ");
}

function calculates(part: Expression): boolean {
  return (part.kind === "binary" && ["/", "^"].includes(part.operator)) || (part.kind === "call" && part.name === "modulo");
}

/** Whether FEEL can return null, with a missing value, where Airlock returns true or false. */
function isNullInFeel(condition: Expression): boolean {
  switch (condition.kind) {
    case "binary":
      if (condition.operator === "and" || condition.operator === "or") return canBeNull(condition.left) || canBeNull(condition.right);
      return /^[<>]/u.test(condition.operator);
    case "not":
      return canBeNull(condition.operand);
    case "if":
      return isNullInFeel(condition.holds) || isNullInFeel(condition.otherwise);
    case "in":
      return !comparesValues(condition.cell);
    case "call":
      return ["contains", "startsWith", "endsWith"].includes(condition.name);
    default:
      return false;
  }
}

function canBeNull(condition: Expression): boolean {
  return condition.kind === "path" || condition.kind === "self" || isNullInFeel(condition);
}

/** `not`, `=` and `!=` tell null from false. Elsewhere a condition that is null has the effect of one that is false. */
function usesNull(part: Expression): boolean {
  if (part.kind === "not") return canBeNull(part.operand);
  return part.kind === "binary" && ["=", "!="].includes(part.operator) && (isNullInFeel(part.left) || isNullInFeel(part.right));
}

/** A missing value is equal to no other. */
function comparesValues({ tests }: Cell): boolean {
  return tests === "any" || tests.every((test) => test.kind === "compare" && ["=", "!="].includes(test.operator));
}
