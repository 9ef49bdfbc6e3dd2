/** Which fields the shared parts of nodes and links refer to; what is not yet chosen is left out. */
import type { CalculationItem, ConditionItem, FieldSource, OperandSource, SetterItem } from "../definition.ts";
import { referencesInText } from "../references.ts";
import type { FieldRef, FieldWrite } from "./kind.ts";

export function fieldRefs(source: OperandSource, key: string): readonly FieldRef[] {
  return source === "Literal" || key === "" ? [] : [{ source, key }];
}

export function conditionReads(items: readonly ConditionItem[]): readonly FieldRef[] {
  return items.flatMap((item) => [
    ...fieldRefs(item.leftHandDatasource, item.leftHandFieldname),
    ...fieldRefs(item.rightHandDatasource, item.rightHandFieldname),
  ]);
}

/** `+=` and `-=` read the field that they change. */
export function setterReads(items: readonly SetterItem[]): readonly FieldRef[] {
  return items.flatMap((item) => [
    ...fieldRefs(item.rightHandDatasource, item.rightHandFieldname),
    ...(item.operator === "=" ? [] : fieldRefs("Runtime", item.leftHandFieldname)),
  ]);
}

export function setterWrites(items: readonly SetterItem[], certain: boolean): readonly FieldWrite[] {
  return items.flatMap((item) => fieldWrites("Runtime", item.leftHandFieldname, certain));
}

export function fieldWrites(source: FieldSource, key: string, certain: boolean): readonly FieldWrite[] {
  return key === "" ? [] : [{ source, key, certain }];
}

export function calculationReads(items: readonly CalculationItem[]): readonly FieldRef[] {
  return items.flatMap((item) => fieldRefs(item.datasource, item.fieldKey));
}

export function textReads(text: string): readonly FieldRef[] {
  return referencesInText(text).map(({ source, key }) => ({ source, key }));
}
