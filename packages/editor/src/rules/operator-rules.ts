import { conditionOperatorsFor, setterOperatorsFor, type ConditionOperator, type FieldType, type SetterOperator } from "@airlock/flow";
import { refusal, type Refusal } from "./refusal.ts";

export function whyNotCompare(left: FieldType, operator: ConditionOperator): Refusal | undefined {
  return whyNotOperator(left, operator, conditionOperatorsFor(left));
}

export function whyNotSet(left: FieldType, operator: SetterOperator): Refusal | undefined {
  return whyNotOperator(left, operator, setterOperatorsFor(left));
}

function whyNotOperator(type: FieldType, operator: string, allowed: readonly string[]): Refusal | undefined {
  return allowed.includes(operator) ? undefined : refusal("OPERATOR_NOT_FOR_TYPE", { type, choices: listed(allowed) });
}

function listed(operators: readonly string[]): string {
  return operators.length < 2 ? operators.join("") : `${operators.slice(0, -1).join(", ")} and ${operators.at(-1)}`;
}
