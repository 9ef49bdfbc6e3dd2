/** The operators of the language, in the order of menus. */
import type {
  CalculationOperator,
  ConditionItem,
  ConditionOperator,
  FieldSource,
  FieldType,
  HitPolicy,
  OperandSource,
  SetterOperator,
  WebCallMethod,
} from "./node-parts.ts";

export const fieldTypes: readonly FieldType[] = ["String", "Integer", "Float", "Boolean", "Date"];
export const fieldSources: readonly FieldSource[] = ["Application", "Runtime"];
export const operandSources: readonly OperandSource[] = ["Application", "Runtime", "Literal"];
export const conditionOperators: readonly ConditionOperator[] = [
  "==",
  "!=",
  ">",
  "<",
  ">=",
  "<=",
  "between",
  "in",
  "not in",
  "in list",
  "not in list",
  "contains",
  "starts with",
  "is missing",
];
export const setterOperators: readonly SetterOperator[] = ["=", "+=", "-="];
export const calculationOperators: readonly CalculationOperator[] = ["+", "-", "/", "*", "^"];
export const hitPolicies: readonly HitPolicy[] = ["first", "all", "sum", "unique"];
export const webCallMethods: readonly WebCallMethod[] = ["GET", "POST", "PUT", "DELETE"];

const orderedOperators: readonly ConditionOperator[] = ["==", "!=", ">", "<", ">=", "<=", "between"];
const listOperators: readonly ConditionOperator[] = ["in list", "not in list"];

/** Texts have no order; numbers and days have one. */
const operatorsByType: Readonly<Record<FieldType, readonly ConditionOperator[]>> = {
  String: ["==", "!=", "in", "not in", ...listOperators, "contains", "starts with", "is missing"],
  Integer: [...orderedOperators, ...listOperators, "is missing"],
  Float: [...orderedOperators, "is missing"],
  Boolean: ["==", "!=", "is missing"],
  Date: [...orderedOperators, ...listOperators, "is missing"],
};

export function conditionOperatorsFor(type: FieldType): readonly ConditionOperator[] {
  return operatorsByType[type];
}

export function setterOperatorsFor(type: FieldType): readonly SetterOperator[] {
  return isNumberType(type) ? setterOperators : ["="];
}

/** Types that calculations and scores work with. */
export function isNumberType(type: FieldType): type is "Integer" | "Float" {
  return type === "Integer" || type === "Float";
}

/**
 * What an operator compares the field with: one field or literal, any of a list of literals, the keys of a list of the organisation, two
 * literals, or nothing.
 */
export type RightHand = "operand" | "list" | "listName" | "bounds" | "none";

export function rightHandOf(operator: ConditionOperator): RightHand {
  switch (operator) {
    case "in":
    case "not in":
      return "list";
    case "in list":
    case "not in list":
      return "listName";
    case "between":
      return "bounds";
    case "is missing":
      return "none";
    default:
      return "operand";
  }
}

/** The condition without a right side that its operator does not use. */
export function plainCondition({ rightHandValues, ...item }: ConditionItem): ConditionItem {
  const shape = rightHandOf(item.operator);
  if (shape === "operand") return item;
  if (shape === "listName") return { ...item, rightHandDatasource: "Literal" };
  const bare: ConditionItem = { ...item, rightHandDatasource: "Literal", rightHandFieldname: "" };
  return shape === "none" ? bare : { ...bare, rightHandValues: rightHandValues ?? [] };
}

/** Whether a field of type `from` is accepted where `to` is required: an Integer is a Float; there are no other implicit conversions. */
export function typeFits(from: FieldType, to: FieldType): boolean {
  return from === to || (from === "Integer" && to === "Float");
}
