import type { Expression } from "../expression/expression.ts";
import type { Scope } from "../expression/types.ts";
import { contains } from "../expression/walk.ts";
import type { Use } from "../flow/step.ts";

/** How a formula can differ from the expression. An expression of ZEN sees what came into the node; a formula sees what the node has set. */
export function zenDifference(expression: Expression, { above = [] }: Use, scope: Scope): string | undefined {
  const found: string[] = [];
  if (contains(expression, (part) => part.kind === "binary" && ["/", "%", "^"].includes(part.operator)))
    found.push("Airlock keeps 15 digits, ZEN 28; division by zero fails the execution, in ZEN the result is empty.");
  const isOverwritten = (parts: readonly string[]): boolean => {
    const field = parts[0] === "$" ? undefined : scope(parts);
    return field !== undefined && above.includes(field);
  };
  if (contains(expression, (part) => part.kind === "path" && isOverwritten(part.parts)))
    found.push("It reads a field that a result above it overwrites, and uses the new value; the original uses the old one.");
  return found.length === 0 ? undefined : found.join(" ");
}

/** Whether ZEN fails where a value is missing, and does not compute it. */
export function needsValues(expression: Expression): boolean {
  return contains(expression, (part) =>
    part.kind === "binary" ? !["=", "!=", "??"].includes(part.operator) : ["call", "negate", "not", "if", "in"].includes(part.kind),
  );
}

/** Whether a condition can hold without a value that it needs: in ZEN it does not, and the next row or branch is tried. */
export function holdsWithoutValues(condition: Expression): boolean {
  return contains(condition, (part) => {
    if (part.kind !== "binary") return part.kind === "not" || part.kind === "if";
    return part.operator === "or" || (["=", "!=", "??"].includes(part.operator) && (needsValues(part.left) || needsValues(part.right)));
  });
}
