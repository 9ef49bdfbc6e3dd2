import type { ConditionItem } from "../node-parts.ts";
import { isNumberType, rightHandOf } from "../operators.ts";
import type { EditableNumber } from "./kind.ts";

/** The numbers that a condition compares fields with. */
export function conditionNumbers(items: readonly ConditionItem[]): readonly EditableNumber[] {
  return items.flatMap((item, row) => {
    if (!isNumberType(item.leftHandType)) return [];
    switch (rightHandOf(item.operator)) {
      case "operand":
        if (item.rightHandDatasource !== "Literal") return [];
        return [{ path: `conditionFields.${row}.rightHandFieldname`, text: item.rightHandFieldname }];
      case "bounds":
        return (item.rightHandValues ?? []).map((text, at) => ({ path: `conditionFields.${row}.rightHandValues.${at}`, text }));
      case "list":
      case "listName":
      case "none":
        return [];
    }
  });
}
