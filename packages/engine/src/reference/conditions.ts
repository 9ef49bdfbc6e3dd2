import type { ConditionItem } from "@airlock/flow";
import type { Memory } from "./memory.ts";

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
  const right = memory.operand(item.rightHandDatasource, item.rightHandFieldname, leftType).value;
  if (item.operator === "==") return left === right; // [CO4] [CO5]
  if (item.operator === "!=") return left !== right;
  if (typeof left !== "number" || typeof right !== "number") return false; // [CO3]
  if (item.operator === ">") return left > right;
  if (item.operator === "<") return left < right;
  if (item.operator === ">=") return left >= right;
  return left <= right;
}
