/** The right-hand side, which conditions and setters share. */
import { limits, type ConditionItem, type FieldType, type OperandSource } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { rightHandTypes, whyNotField } from "../rules/field-rules.ts";
import type { Refusal } from "../rules/refusal.ts";
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
