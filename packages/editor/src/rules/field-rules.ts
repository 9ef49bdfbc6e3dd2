/** Which fields are accepted where. */
import { fieldTypes, isNumberType, typeFits, type DatasetField, type FieldSource, type FieldType } from "@airlock/flow";
import { fieldOf, fieldsOf } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { refusal, type Refusal } from "./refusal.ts";

export const numberTypes: readonly FieldType[] = ["Integer", "Float"];

/** Types that are accepted to the right of a field: a Float is compared with numbers, every other type with itself. */
export function rightHandTypes(left: FieldType): readonly FieldType[] {
  return left === "Float" ? numberTypes : [left];
}

/** Fields to choose from to the right of a field of this type. */
export function rightHandFields(document: FlowDocument, source: FieldSource, left: FieldType): readonly DatasetField[] {
  return fieldsOf(document, source).filter((field) => typeFits(field.type, left));
}

/** Fields that can be calculated with, scored in bands, or store points: numbers. */
export function numberFields(document: FlowDocument, source: FieldSource): readonly DatasetField[] {
  return fieldsOf(document, source).filter((field) => isNumberType(field.type));
}

/** An empty key is valid: nothing is chosen yet. */
export function whyNotField(
  document: FlowDocument,
  source: FieldSource,
  key: string,
  types: readonly FieldType[] = fieldTypes,
): Refusal | undefined {
  if (key === "") return undefined;
  const field = fieldOf(document, source, key);
  if (field === undefined) return refusal("FIELD_GONE");
  if (types.includes(field.type)) return undefined;
  return refusal("FIELD_NOT_FITTING", { field: field.name, type: aType(field.type), wanted: types.map(aType).join(" or ") });
}

function aType(type: FieldType): string {
  return type === "Integer" ? "an Integer" : `a ${type}`;
}
