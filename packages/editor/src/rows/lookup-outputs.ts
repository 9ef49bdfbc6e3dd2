import { limits, type LookupOutput } from "@airlock/flow";
import { whyNotField } from "../rules/field-rules.ts";
import { whyNotText } from "../rules/text-rules.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const lookupOutputs: RowList<LookupOutput> = {
  one: "output",
  title: "Outputs",
  max: limits.listColumns,
  newRow: () => ({ column: "", resultField: "" }),
  follow: (after) => after,
  whyNot: (after, before, _, document) =>
    firstOf(
      whyNotText(after.column, limits.nameLength),
      after.resultField === before.resultField ? undefined : whyNotField(document, "Runtime", after.resultField),
    ),
  numberTexts: [],
  retyped: (row) => row,
  mapFields: (row, map) => ({ ...row, resultField: map({ source: "Runtime", key: row.resultField }, "") }),
};
