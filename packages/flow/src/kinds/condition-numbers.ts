import type { ConditionItem } from "../node-parts.ts";
import type { EditableNumber } from "./kind.ts";

/** The numbers that a condition compares fields with. */
export function conditionNumbers(items: readonly ConditionItem[]): readonly EditableNumber[] {
  return items.flatMap(({ rightHandDatasource, rightHandFieldname, leftHandType }, row) =>
    rightHandDatasource === "Literal" && leftHandType !== "String"
      ? [{ path: `conditionFields.${row}.rightHandFieldname`, text: rightHandFieldname }]
      : [],
  );
}
