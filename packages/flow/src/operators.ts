/** The words of the language, in the order that a menu shows them. */
import type {
  CalculationOperator,
  ConditionOperator,
  FieldSource,
  FieldType,
  OperandSource,
  SetterOperator,
  WebCallMethod,
} from "./node-parts.ts";

export const fieldTypes: readonly FieldType[] = ["String", "Integer", "Float"];
export const fieldSources: readonly FieldSource[] = ["Application", "Runtime"];
export const operandSources: readonly OperandSource[] = ["Application", "Runtime", "Literal"];
export const conditionOperators: readonly ConditionOperator[] = ["==", "!=", ">", "<", ">=", "<="];
export const setterOperators: readonly SetterOperator[] = ["=", "+=", "-="];
export const calculationOperators: readonly CalculationOperator[] = ["+", "-", "/", "*", "^"];
export const webCallMethods: readonly WebCallMethod[] = ["GET", "POST", "PUT", "DELETE"];

/** String fields can only be compared for being the same or not. */
export function conditionOperatorsFor(type: FieldType): readonly ConditionOperator[] {
  return type === "String" ? ["==", "!="] : conditionOperators;
}

export function setterOperatorsFor(type: FieldType): readonly SetterOperator[] {
  return type === "String" ? ["="] : setterOperators;
}

/** Whether a field of type `from` may stand where `to` is wanted: an Integer is a Float, nothing else changes type by itself. */
export function typeFits(from: FieldType, to: FieldType): boolean {
  return from === to || (from === "Integer" && to === "Float");
}
