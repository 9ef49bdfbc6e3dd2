import { calculationOperators, limits, newCalculationItem, operandSources, type CalculationItem } from "@airlock/flow";
import { deepestLevel, whyNotDeleteItem, withinLevels } from "../rules/calculation-rules.ts";
import { numberTypes, whyNotField } from "../rules/field-rules.ts";
import { refusal } from "../rules/refusal.ts";
import { whyNotNumber } from "../rules/text-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const calculationItems: RowList<CalculationItem> = {
  one: "item",
  title: "Calculations",
  max: limits.calculationItems,
  newRow: newCalculationItem,
  follow: (after, before) => {
    const isOtherSource = after.datasource !== before.datasource && after.fieldKey === before.fieldKey;
    return isOtherSource ? { ...after, fieldKey: "" } : after;
  },
  whyNot: (after, before, owner, document) => {
    const items = "calculations" in owner ? owner.calculations : [];
    const isDeeper = after.level > before.level && after.level > deepestLevel(items.length);
    return firstOf(
      whyNotChoice(after.operator, calculationOperators),
      whyNotChoice(after.datasource, operandSources),
      isDeeper || !Number.isInteger(after.level) ? refusal("CALCULATION_LEVEL") : undefined,
      after.level < 0 ? refusal("CALCULATION_OUTERMOST") : undefined,
      after.fieldKey === before.fieldKey
        ? undefined
        : after.datasource === "Literal"
          ? whyNotNumber(after.fieldKey, limits.literalLength)
          : whyNotField(document, after.datasource, after.fieldKey, numberTypes),
    );
  },
  whyNotRemove: whyNotDeleteItem,
  settle: withinLevels,
  numberTexts: ["fieldKey"],
  retyped: (row) => row,
  mapFields: (row, map) =>
    row.datasource === "Literal" ? row : { ...row, fieldKey: map({ source: row.datasource, key: row.fieldKey }, "") },
};
