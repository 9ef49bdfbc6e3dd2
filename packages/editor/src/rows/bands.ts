import { limits, newRange, type RangeScoreItem } from "@airlock/flow";
import { whyNotNumber, whyNotText } from "../rules/text-rules.ts";
import { whyNotChoice } from "./choices.ts";
import { firstOf, type RowList } from "./row-list.ts";

export const bands: RowList<RangeScoreItem> = {
  one: "band",
  title: "Ranges",
  max: limits.bands,
  newRow: (rows, id) => newRange(id, rows),
  follow: (after, before) => ({ ...after, id: before.id }),
  whyNot: (after) =>
    firstOf(
      whyNotChoice(after.rangeFromIncludeExclude, ["[", "("]),
      whyNotChoice(after.rangeToIncludeExclude, ["]", ")"]),
      whyNotNumber(after.rangeFrom, limits.literalLength),
      whyNotNumber(after.rangeTo, limits.literalLength),
      whyNotNumber(after.score, limits.literalLength),
      whyNotText(after.reasonCode, limits.reasonCodeLength),
    ),
  numberTexts: ["rangeFrom", "rangeTo", "score"],
  retyped: (row) => row,
  mapFields: (row) => row,
};
