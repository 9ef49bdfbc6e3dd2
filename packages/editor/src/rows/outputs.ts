import { limits, newOutput, type FieldSource, type OutputItem } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotLiteral, whyNotText } from "../rules/text-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { firstOf, type RowList } from "./row-list.ts";

const sourceOf = (row: OutputItem): FieldSource => (row.datasetType === "application" ? "Application" : "Runtime");

export const outputs: RowList<OutputItem> = {
  one: "mapping",
  title: "Response mapping",
  max: limits.outputs,
  newRow: newOutput,
  follow: ({ defaultValue = "", ...after }, before) => ({
    ...after,
    ...(after.datasetType !== before.datasetType && after.fieldName === before.fieldName ? { fieldName: "" } : {}),
    ...(defaultValue === "" ? {} : { defaultValue }),
  }),
  whyNot: (after, before, _, document) =>
    firstOf(
      whyNotChoice(after.datasetType, ["application", "runtime"]),
      after.fieldName === before.fieldName ? undefined : whyNotField(document, sourceOf(after), after.fieldName),
      whyNotText(after.param, limits.jsonPathLength),
      after.defaultValue === before.defaultValue
        ? undefined
        : whyNotLiteral(
            fieldOf(document, sourceOf(after), after.fieldName)?.type ?? "String",
            after.defaultValue ?? "",
            limits.literalLength,
          ),
    ),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, fieldName: map({ source: sourceOf(row), key: row.fieldName }, "") }),
};
