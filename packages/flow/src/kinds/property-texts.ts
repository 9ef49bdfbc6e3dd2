/** Texts of properties that several kinds have. */
import type { FieldName, FieldSource } from "../node-parts.ts";
import { referencesToNames } from "../references.ts";

export function plainText(value: string | number, fieldName: FieldName): string {
  return referencesToNames(String(value), fieldName);
}

export function fieldText(source: FieldSource, key: string, fieldName: FieldName): string {
  return key === "" ? "" : fieldName(source, key);
}

/** "600 gives 10, AGE": a row of a score. */
export function scoreRowText(match: string, { score, reasonCode }: { readonly score: string; readonly reasonCode: string }): string {
  return `${match} gives ${score}${reasonCode === "" ? "" : `, ${reasonCode}`}`;
}
