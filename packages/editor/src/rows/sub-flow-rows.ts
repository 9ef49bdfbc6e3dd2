import { limits, operandSources, type SubFlowInput, type SubFlowOutput } from "@airlock/flow";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const subFlowInputs: RowList<SubFlowInput> = {
  one: "input",
  title: "Inputs",
  max: limits.fields,
  newRow: () => ({ field: "", datasource: "Application", fieldKey: "" }),
  follow: (after, before) =>
    after.datasource !== before.datasource && after.fieldKey === before.fieldKey ? { ...after, fieldKey: "" } : after,
  whyNot: (after, before, _, document) =>
    firstOf(
      whyNotText(after.field, limits.nameLength),
      whyNotChoice(after.datasource, operandSources),
      after.fieldKey === before.fieldKey
        ? undefined
        : after.datasource === "Literal"
          ? whyNotText(after.fieldKey, limits.literalLength)
          : whyNotField(document, after.datasource, after.fieldKey),
    ),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) =>
    row.datasource === "Literal" ? row : { ...row, fieldKey: map({ source: row.datasource, key: row.fieldKey }, "") },
};

export const subFlowOutputs: RowList<SubFlowOutput> = {
  one: "output",
  title: "Outputs",
  max: limits.fields,
  newRow: () => ({ field: "", resultField: "" }),
  follow: (after) => after,
  whyNot: (after, before, _, document) =>
    firstOf(
      whyNotText(after.field, limits.nameLength),
      after.resultField === before.resultField ? undefined : whyNotField(document, "Runtime", after.resultField),
    ),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, resultField: map({ source: "Runtime", key: row.resultField }, "") }),
};
