/** The right-hand side, which conditions and setters share. */
import { findList, limits, plainCondition, rightHandOf, type ConditionItem, type FieldType, type OperandSource } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { rightHandTypes, whyNotField } from "../rules/field-rules.ts";
import { grouped, refusal, type Refusal } from "../rules/refusal.ts";
import { whyNotLiteral } from "../rules/text-rules.ts";

type RightHand = Pick<ConditionItem, "rightHandDatasource" | "rightHandFieldname">;

export function whyNotRightHand(document: FlowDocument, left: FieldType, source: OperandSource, text: string): Refusal | undefined {
  if (source === "Literal") return whyNotLiteral(left, text, limits.literalLength);
  return whyNotField(document, source, text, rightHandTypes(left));
}

/** Another source, or another type on the left, empties what no longer fits. */
export function followRightHand(document: FlowDocument, left: FieldType, after: RightHand, before: RightHand): string {
  const isOther = after.rightHandDatasource !== before.rightHandDatasource && after.rightHandFieldname === before.rightHandFieldname;
  if (isOther) return "";
  const isTyped = after.rightHandFieldname !== before.rightHandFieldname;
  if (isTyped) return after.rightHandFieldname;
  return whyNotRightHand(document, left, after.rightHandDatasource, after.rightHandFieldname) === undefined ? after.rightHandFieldname : "";
}

/** The literals of a list or of two bounds. */
export function whyNotValues(left: FieldType, values: readonly string[]): Refusal | undefined {
  if (values.length > limits.conditionValues) return refusal("TOO_MANY_VALUES", { max: grouped(limits.conditionValues) });
  return values.map((text) => whyNotLiteral(left, text, limits.literalLength)).find((why) => why !== undefined);
}

/** The name of a list stays, unless its keys have another type than the field on the left. */
export function followListName(document: FlowDocument, left: FieldType, name: string): string {
  const list = findList(document, name);
  return list === undefined || list.keyType === left ? name : "";
}

/**
 * Another operator keeps the typed value: `== NL` becomes `in NL`, and `between 18 and 65` becomes `>= 18`. The name of a list is never
 * kept as a literal, nor a literal as the name of a list.
 */
export function followOperator(after: ConditionItem, before: ConditionItem): ConditionItem {
  const [was, is] = [rightHandOf(before.operator), rightHandOf(after.operator)];
  if (was === is) return plainCondition(after);
  if (is === "listName") {
    const isChosen = after.rightHandFieldname !== before.rightHandFieldname;
    return plainCondition({ ...after, rightHandFieldname: isChosen ? after.rightHandFieldname : "" });
  }
  const typed = after.rightHandDatasource === "Literal" ? after.rightHandFieldname : "";
  const isListed = was !== "operand" || (after.rightHandValues ?? []).length > 0;
  const values = isListed ? (after.rightHandValues ?? []) : typed === "" ? [] : [typed];
  if (is !== "operand") return plainCondition({ ...after, rightHandValues: is === "bounds" ? [values[0] ?? "", values[1] ?? ""] : values });
  return plainCondition({ ...after, rightHandFieldname: was === "none" ? after.rightHandFieldname : (values[0] ?? "") });
}
