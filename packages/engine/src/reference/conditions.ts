import type { ConditionItem } from "@airlock/flow";
import type { Value } from "../types.ts";
import { lookUp } from "./lists.ts";
import { literalValue, type Memory } from "./memory.ts";

/** [CO1] Split at every ||, then every item of one of the parts must hold. */
export function holds(items: readonly ConditionItem[], memory: Memory): boolean {
  if (items.length === 0) return true;
  const parts: ConditionItem[][] = [[]];
  for (const [index, item] of items.entries()) {
    if (index > 0 && item.conditionalOperator === "||") parts.push([]);
    parts.at(-1)?.push(item);
  }
  return parts.some((part) => part.every((item) => itemHolds(item, memory)));
}

function itemHolds(item: ConditionItem, memory: Memory): boolean {
  const leftType = memory.type(item.leftHandDatasource, item.leftHandFieldname); // [CO2]
  const left = memory.get(item.leftHandDatasource, item.leftHandFieldname);
  const values = item.rightHandValues ?? [];
  if (item.operator === "is missing") return left === undefined; // [CO10]
  if (item.operator === "in") return values.some((text) => text === left); // [CO7]
  if (item.operator === "not in") return values.every((text) => text !== left);
  if (item.operator === "in list") return lookUp(memory, item.rightHandFieldname, left) !== undefined; // [CO12]
  if (item.operator === "not in list") return lookUp(memory, item.rightHandFieldname, left) === undefined;
  if (item.operator === "between") {
    const [least, greatest] = values.map((text) => literalValue(text, leftType));
    return isOrdered(least, left) && isOrdered(left, greatest); // [CO9]
  }
  const right = memory.operand(item.rightHandDatasource, item.rightHandFieldname, leftType).value;
  if (item.operator === "contains") return typeof left === "string" && typeof right === "string" && left.indexOf(right) >= 0; // [CO8]
  if (item.operator === "starts with")
    return typeof left === "string" && typeof right === "string" && left.slice(0, right.length) === right;
  if (item.operator === "==") return left === right; // [CO4] [CO5]
  if (item.operator === "!=") return left !== right;
  if (item.operator === ">=") return isOrdered(right, left); // [CO3]
  if (item.operator === "<=") return isOrdered(left, right);
  if (item.operator === ">") return isOrdered(right, left) && left !== right;
  return isOrdered(left, right) && left !== right;
}

/** Whether the first is not after the second: two numbers, or two days, whose texts are ordered as they are. */
function isOrdered(first: Value, second: Value): boolean {
  if (typeof first === "number" && typeof second === "number") return first <= second;
  return typeof first === "string" && typeof second === "string" && first <= second;
}
