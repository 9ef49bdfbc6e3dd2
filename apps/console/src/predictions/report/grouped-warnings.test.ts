import { expect, it } from "vitest";
import { groupedWarnings } from "./grouped-warnings.ts";

it("many warnings of one kind are one line, few stay as they are", () => {
  const constant = (column: string) => ({ code: "CONSTANT" as const, column, message: `${column} has the same value in every row.` });
  const few = { code: "FEW_ROWS" as const, column: "", message: "The model is judged by 50 rows only." };
  const groups = groupedWarnings([constant("a"), few, constant("b"), constant("c")]);
  expect(groups.map(({ code, sentence, warnings }) => [code, sentence, warnings.length])).toEqual([
    ["CONSTANT", "3 columns have the same value in every row: the model learns nothing from them", 3],
    ["FEW_ROWS", undefined, 1],
  ]);
  expect(groupedWarnings([constant("a"), constant("b")]).map(({ sentence }) => sentence)).toEqual([undefined, undefined]);
});
