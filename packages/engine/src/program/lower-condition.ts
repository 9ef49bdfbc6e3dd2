import { conditionOperatorsFor, isNumberType, rightHandOf, type ConditionItem, type FieldType, type SetterItem } from "@airlock/flow";
import { intern, type Lowering } from "./lowering.ts";
import type { Assignment, Comparison, Condition, Slot } from "./parts.ts";

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
  const { operator } = item;
  if (!conditionOperatorsFor(left.type).includes(operator)) {
    return lowering.refuse(`'${left.name}' is of type ${left.type}, which cannot be compared with ${operator}.`);
  }
  const isLater = rightHandOf(operator) !== "operand" || operator === "contains" || operator === "starts with";
  if (isLater && lowering.behaviour < 3)
    return lowering.refuse(`Behaviour ${lowering.behaviour} does not have the comparison ${operator}.`);
  switch (operator) {
    case "is missing":
      return { left, operator };
    case "in":
    case "not in":
      return { left, operator, texts: (item.rightHandValues ?? []).map(intern) };
    case "in list":
    case "not in list": {
      const list = lowering.list(item.rightHandFieldname);
      if (list === undefined) return undefined;
      if (list.keyType !== left.type) return lowering.refuse(`The keys of '${list.name}' are of type ${list.keyType}, not ${left.type}.`);
      return { left, operator, list };
    }
    case "between":
      return lowerBetween(item, left, lowering);
    default: {
      const right = lowering.operand(item.rightHandDatasource, item.rightHandFieldname, left.type);
      if (right === undefined) return undefined;
      if (!areAlike(left.type, right.type)) return lowering.refuse(`Values of type ${left.type} and ${right.type} cannot be compared.`);
      return { left, operator, right };
    }
  }
}

function lowerBetween(item: ConditionItem, left: Slot, lowering: Lowering): Comparison | undefined {
  if (left.type === "String") return undefined;
  const least = lowering.literal(item.rightHandValues?.[0] ?? "", left.type);
  const greatest = lowering.literal(item.rightHandValues?.[1] ?? "", left.type);
  return least === undefined || greatest === undefined ? undefined : { left, operator: "between", least, greatest };
}

/** Integers and Floats are compared as numbers; any other type only with itself. */
function areAlike(one: FieldType, other: FieldType): boolean {
  return one === other || (isNumberType(one) && isNumberType(other));
}

export function lowerSetters(items: readonly SetterItem[], lowering: Lowering): readonly Assignment[] {
  const assignments: Assignment[] = [];
  for (const item of items) {
    const target = lowering.slot("Runtime", item.leftHandFieldname);
    if (target === undefined) continue;
    const value = lowering.operand(item.rightHandDatasource, item.rightHandFieldname, target.type);
    if (value === undefined) continue;
    if (!areAlike(target.type, value.type))
      lowering.refuse(`A field of type ${target.type} cannot be set to a value of type ${value.type}.`);
    else if (!isNumberType(target.type) && item.operator !== "=") lowering.refuse(`A field of type ${target.type} can only be set with =.`);
    else assignments.push({ target, operator: item.operator, value });
  }
  return assignments;
}
