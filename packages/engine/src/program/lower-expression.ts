import { isNumberType, type CalculationItem, type CalculationOperator } from "@airlock/flow";
import { numberTypeOf, type Lowering } from "./lowering.ts";
import type { Expression } from "./parts.ts";

interface Term {
  readonly operator: CalculationOperator;
  readonly expression: Expression;
}

const ranks: readonly (readonly CalculationOperator[])[] = [["^"], ["*", "/"], ["+", "-"]];

/**
 * [CA2] [CA3] Levels are parentheses; inside one pair ^ binds tighter than * and /, which bind tighter than + and -; operators of equal
 * precedence are left-associative.
 */
export function lowerExpression(items: readonly CalculationItem[], lowering: Lowering): Expression | undefined {
  if (items.length === 0) return lowering.refuse("Add at least one item to the calculation.");
  return lowerRun(items, lowering);
}

/** The shallowest items of a run are its terms, and each run of deeper ones between them is one term in parentheses. */
function lowerRun(items: readonly CalculationItem[], lowering: Lowering): Expression | undefined {
  const depth = Math.min(...items.map((item) => item.level));
  const terms: Term[] = [];
  let first = 0;
  while (first < items.length) {
    let past = first + 1;
    const item = items[first];
    if (item === undefined || !Number.isInteger(item.level) || item.level < 0) return lowering.refuse("A level is a whole number from 0.");
    if (item.level > depth) while ((items[past]?.level ?? depth) > depth) past += 1;
    const expression = item.level > depth ? lowerRun(items.slice(first, past), lowering) : lowerItem(item, lowering);
    if (expression === undefined) return undefined;
    terms.push({ operator: item.operator, expression });
    first = past;
  }
  return ranks.reduce(join, terms)[0]?.expression;
}

function lowerItem(item: CalculationItem, lowering: Lowering): Expression | undefined {
  const operand = lowering.operand(item.datasource, item.fieldKey, numberTypeOf(item.fieldKey));
  if (operand === undefined) return undefined;
  if (!isNumberType(operand.type)) return lowering.refuse("A calculation takes Integer and Float fields only.");
  return { kind: "operand", type: operand.type, operand };
}

/** Joins adjacent terms with one of these operators between them, from the left. */
function join(terms: readonly Term[], operators: readonly CalculationOperator[]): readonly Term[] {
  const joined: Term[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    if (last === undefined || !operators.includes(term.operator)) joined.push(term);
    else joined[joined.length - 1] = { operator: last.operator, expression: operate(term.operator, last.expression, term.expression) };
  }
  return joined;
}

/** [CA4] + - * of two Integers is an Integer; everything else is a Float. */
function operate(operator: CalculationOperator, left: Expression, right: Expression): Expression {
  const whole = left.type === "Integer" && right.type === "Integer" && operator !== "/" && operator !== "^";
  return { kind: "operation", type: whole ? "Integer" : "Float", operator, left, right };
}
