import { limits, newListValue, type ListScoreItem } from "@airlock/flow";
import { fieldOf } from "../document/fields-of.ts";
import { whyNotLiteral, whyNotNumber, whyNotText } from "../rules/text-rules.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const listValues: RowList<ListScoreItem> = {
  one: "value",
  title: "Values",
  max: limits.listValues,
  newRow: (_, id) => newListValue(id),
  follow: (after, before) => ({ ...after, id: before.id }),
  whyNot: (after, before, owner, document) => {
    // A value is compared with the scored field, so it is typed as that field is.
    const scored = "type" in owner && owner.type === "ListScore" ? fieldOf(document, owner.scoredDatasource, owner.scoredField) : undefined;
    return firstOf(
      after.value === before.value ? undefined : whyNotLiteral(scored?.type ?? "String", after.value, limits.literalLength),
      whyNotNumber(after.score, limits.literalLength),
      whyNotText(after.reasonCode, limits.reasonCodeLength),
    );
  },
  numberTexts: ["value", "score"],
  retyped: (row) => row,
  mapFields: (row) => row,
};
