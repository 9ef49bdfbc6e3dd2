import type { ConditionItem, SetterItem } from "@airlock/flow";
import type { Lowering } from "./lowering.ts";
import type { Assignment, Comparison, Condition } from "./parts.ts";

/** [CO1] && binds tighter than ||: a new group starts at every || after the first item. */
export function lowerCondition(items: readonly ConditionItem[], lowering: Lowering): Condition {
  const groups: Comparison[][] = [];
  for (const item of items) {
    const comparison = lowerComparison(item, lowering);
    if (comparison === undefined) continue;
    const group = groups.at(-1);
    if (group === undefined || item.conditionalOperator === "||") groups.push([comparison]);
    else group.push(comparison);
  }
  return groups;
}

function lowerComparison(item: ConditionItem, lowering: Lowering): Comparison | undefined {
  const left = lowering.slot(item.leftHandDatasource, item.leftHandFieldname);
  if (left === undefined) return undefined;
  const right = lowering.operand(item.rightHandDatasource, item.rightHandFieldname, left.type);
  if (right === undefined) return undefined;
  if ((left.type === "String") !== (right.type === "String")) return lowering.refuse("A text cannot be compared with a number.");
  if (left.type === "String" && item.operator !== "==" && item.operator !== "!=") {
    return lowering.refuse("Texts can only be compared with == and !=.");
  }
  return { left, operator: item.operator, right };
}

export function lowerSetters(items: readonly SetterItem[], lowering: Lowering): readonly Assignment[] {
  const assignments: Assignment[] = [];
  for (const item of items) {
    const target = lowering.slot("Runtime", item.leftHandFieldname);
    if (target === undefined) continue;
    const value = lowering.operand(item.rightHandDatasource, item.rightHandFieldname, target.type);
    if (value === undefined) continue;
    if ((target.type === "String") !== (value.type === "String"))
      lowering.refuse("A text cannot be set to a number, nor a number to a text.");
    else if (target.type === "String" && item.operator !== "=") lowering.refuse("A text can only be set with =.");
    else assignments.push({ target, operator: item.operator, value });
  }
  return assignments;
}
