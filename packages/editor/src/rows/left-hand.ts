import type { ConditionItem, FieldRef, FieldType, SetterItem } from "@airlock/flow";

/** Conditions and setters keep the type of the field on their left-hand side. */
export function retypedLeftHand<Row extends ConditionItem | SetterItem>(row: Row, { source, key }: FieldRef, leftHandType: FieldType): Row {
  const isIt = row.leftHandDatasource === source && row.leftHandFieldname === key && row.leftHandType !== leftHandType;
  return isIt ? { ...row, leftHandType } : row;
}
