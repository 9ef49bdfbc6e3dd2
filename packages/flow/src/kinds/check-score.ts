import type { FieldType } from "../node-parts.ts";
import type { Check } from "../validate/check.ts";

/** Shared by range and list scores: the result field and the points stored in it. */
export function checkPoints(
  node: { readonly defaultScore: string; readonly resultField: string },
  rows: readonly { readonly score: string }[],
  row: string,
  property: string,
  check: Check,
): void {
  const result = check.numberField("Runtime", node.resultField, "the result", "resultField");
  // While the field is not chosen, any number will do.
  const type: FieldType = result?.type ?? "Float";
  const scored = result?.name ?? "the result";
  for (const [index, { score }] of rows.entries()) check.literal(score, type, scored, `the score of ${row} ${index + 1}`, property, index);
  if (node.defaultScore !== "") check.literal(node.defaultScore, type, scored, "the default score", "defaultScore");
}
