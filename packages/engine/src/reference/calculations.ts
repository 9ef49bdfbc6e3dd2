import type { CalculationItem, CalculationOperator } from "@airlock/flow";
import type { Memory } from "./memory.ts";
import { operateOnFloats, operateOnIntegers, type NumberFailure } from "./numbers.ts";

export interface TypedNumber {
  readonly type: "Integer" | "Float";
  /** Undefined is missing. */
  readonly value: number | undefined;
}
/** A number, or the code of what failed. */
export type Calculated = TypedNumber | NumberFailure;

type Token = "(" | ")" | { readonly operator: CalculationOperator } | { readonly item: CalculationItem };

/** [CA2] The formula as it would be written, with parentheses for levels. */
function write(items: readonly CalculationItem[]): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  for (const [index, item] of items.entries()) {
    for (; depth > item.level; depth -= 1) tokens.push(")");
    if (index > 0) tokens.push({ operator: item.operator });
    for (; depth < item.level; depth += 1) tokens.push("(");
    tokens.push({ item });
  }
  for (; depth > 0; depth -= 1) tokens.push(")");
  return tokens;
}

/** [CA3] [CA5] Reads the formula from the left and works it out while reading; ranks from the loosest to the tightest. */
export function calculate(items: readonly CalculationItem[], memory: Memory): Calculated {
  const tokens = write(items);
  const ranks: readonly (readonly string[])[] = [["+", "-"], ["*", "/"], ["^"]];
  let failure: NumberFailure | undefined;

  const readRank = (rank: number): TypedNumber => {
    const operators = ranks[rank];
    if (operators === undefined) return readPrimary();
    let left = readRank(rank + 1);
    for (;;) {
      const next = tokens[0];
      if (typeof next !== "object" || !("operator" in next) || !operators.includes(next.operator)) return left;
      tokens.shift();
      const right = readRank(rank + 1);
      const result = failure ?? operate(next.operator, left, right);
      if (typeof result === "string") failure = result;
      else left = result;
    }
  };
  const readPrimary = (): TypedNumber => {
    const token = tokens.shift();
    if (token === "(") {
      const inside = readRank(0);
      tokens.shift();
      return inside;
    }
    if (typeof token === "object" && "item" in token) return read(token.item, memory);
    throw new Error("A formula has an item wherever one is wanted");
  };

  const result = readRank(0);
  return failure ?? result;
}

/** [CA4] */
function read(item: CalculationItem, memory: Memory): TypedNumber {
  const { type, value } = memory.operand(item.datasource, item.fieldKey, item.fieldKey.includes(".") ? "Float" : "Integer");
  return { type: type === "Integer" ? "Integer" : "Float", value: typeof value === "number" ? value : undefined };
}

export function operate(operator: CalculationOperator, left: TypedNumber, right: TypedNumber): Calculated {
  const whole = left.type === "Integer" && right.type === "Integer" && (operator === "+" || operator === "-" || operator === "*");
  const type = whole ? "Integer" : "Float";
  if (left.value === undefined || right.value === undefined) return { type, value: undefined }; // [NU12]
  const value = whole ? operateOnIntegers(operator, left.value, right.value) : operateOnFloats(operator, left.value, right.value);
  return typeof value === "string" ? value : { type, value };
}
