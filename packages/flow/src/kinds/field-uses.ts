/** Which fields the shared parts of nodes and links use; fields that are not chosen yet are left out. */
import { rightHandOf } from "../operators.ts";
import type { CalculationItem, ConditionItem, FieldSource, OperandSource, SetterItem } from "../node-parts.ts";
import { referencesInText } from "../references.ts";
import type { FieldRead, FieldRef, FieldUse, FieldWrite, SetText } from "./kind.ts";

export function readOf(source: OperandSource, key: string, missingIsFine = false): readonly FieldRead[] {
  return source === "Literal" || key === "" ? [] : [{ access: "read", source, key, missingIsFine }];
}

export function writeOf(source: FieldSource, key: string, certain: boolean, given: readonly FieldRef[] | undefined): readonly FieldWrite[] {
  return key === "" ? [] : [{ access: "write", source, key, certain, given }];
}

export function conditionUses(items: readonly ConditionItem[]): readonly FieldRead[] {
  return items.flatMap((item) => {
    const hasOperand = rightHandOf(item.operator) === "operand";
    const isSame = item.operator === "==" || item.operator === "!=";
    const asksIfSet = hasOperand ? item.rightHandDatasource === "Literal" && isSame : item.operator !== "between";
    return [
      ...readOf(item.leftHandDatasource, item.leftHandFieldname, asksIfSet),
      ...(hasOperand ? readOf(item.rightHandDatasource, item.rightHandFieldname) : []),
    ];
  });
}

/** `+=` and `-=` read the field that they change. */
export function setterUses(items: readonly SetterItem[], certain: boolean): readonly FieldUse[] {
  return items.flatMap((item) => {
    const reads = [
      ...readOf(item.rightHandDatasource, item.rightHandFieldname),
      ...(item.operator === "=" ? [] : readOf("Runtime", item.leftHandFieldname)),
    ];
    return [...reads, ...writeOf("Runtime", item.leftHandFieldname, certain, reads)];
  });
}

/** The literals among what setters set; of a number field they are numbers as typed. */
export function setterTexts(items: readonly SetterItem[]): readonly SetText[] {
  return items
    .filter(({ rightHandDatasource, operator }) => rightHandDatasource === "Literal" && operator === "=")
    .map(({ leftHandFieldname, rightHandFieldname }) => ({ key: leftHandFieldname, text: rightHandFieldname }));
}

export function calculationUses(items: readonly CalculationItem[]): readonly FieldRead[] {
  return items.flatMap((item) => readOf(item.datasource, item.fieldKey));
}

export function textUses(text: string): readonly FieldRead[] {
  return referencesInText(text).flatMap(({ source, key }) => readOf(source, key));
}
