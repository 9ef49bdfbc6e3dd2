import { fieldSources, limits, type PredictionInput } from "@airlock/flow";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const predictionInputs: RowList<PredictionInput> = {
  one: "input",
  title: "Input fields",
  max: limits.predictionInputs,
  newRow: () => ({ name: "", datasource: "Application", fieldKey: "" }),
  follow: (after, before) =>
    after.datasource !== before.datasource && after.fieldKey === before.fieldKey ? { ...after, fieldKey: "" } : after,
  whyNot: (after, before, _, document) =>
    firstOf(
      whyNotText(after.name, limits.nameLength),
      whyNotChoice(after.datasource, fieldSources),
      after.fieldKey === before.fieldKey ? undefined : whyNotField(document, after.datasource, after.fieldKey),
    ),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, fieldKey: map({ source: row.datasource, key: row.fieldKey }, "") }),
};
