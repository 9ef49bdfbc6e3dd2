import { fieldReference, limits, newFormula, shownFormula, type FormulaItem } from "@airlock/flow";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const formulas: RowList<FormulaItem> = {
  one: "result",
  title: "Results",
  max: limits.formulas,
  newRow: newFormula,
  follow: (after) => after,
  whyNot: (after, before, _, document) =>
    firstOf(
      after.resultField === before.resultField ? undefined : whyNotField(document, "Runtime", after.resultField),
      whyNotText(after.formula, limits.formulaLength),
    ),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({
    resultField: map({ source: "Runtime", key: row.resultField }, ""),
    formula: shownFormula(row.formula, (source, key) => fieldReference(source, map({ source, key }, ""))).text,
  }),
};
