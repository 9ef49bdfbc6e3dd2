import { whatIfQuestion, type MeasurableColumn } from "@airlock/contract";
import { expect, test } from "vitest";
import { allMeasures, chosenMeasures, meanText, measureText, maxMeasures, tellText } from "./measures.ts";

const columns: readonly MeasurableColumn[] = [
  { name: "is_new", type: "INTEGER", isFlag: true, values: [] },
  { name: "amount", type: "FLOAT", isFlag: false, values: [] },
  { name: "defaulted_12m", type: "INTEGER", isFlag: true, values: [] },
  { name: "status", type: "STRING", isFlag: false, values: ["paid", 'late, "much"', ""] },
];

test("numbers have a mean, texts the share of each frequent value", () => {
  expect(allMeasures(columns).map((measure) => measureText(measure, columns))).toEqual([
    "is_new",
    "mean of amount",
    "defaulted_12m",
    "status is paid",
    'status is late, "much"',
    "status is empty",
  ]);
});

test("without a choice it is the first column of yes and no that the flow does not read", () => {
  expect(chosenMeasures(undefined, columns, new Set(["is_new"]))).toEqual([{ column: "defaulted_12m" }]);
  expect(chosenMeasures(undefined, columns.slice(1, 2), new Set())).toEqual([]);
});

test("a choice is restored from the URL, without measures that no longer exist", () => {
  const chosen = [{ column: "amount" }, { column: "status", value: 'late, "much"' }];
  expect(chosenMeasures(tellText(chosen), columns, new Set())).toEqual(chosen);
  expect(chosenMeasures(tellText(chosen), columns.slice(0, 2), new Set())).toEqual([{ column: "amount" }]);
  expect(chosenMeasures("", columns, new Set())).toEqual([]);
  expect(chosenMeasures("rubbish", columns, new Set())).toEqual([]);
});

test.each([
  [{ count: 10, mean: 0.019 }, true, "1.90%"],
  [{ count: 10, mean: 16_240.4 }, false, "16,240"],
  [{ count: 10, mean: 0.123456 }, false, "0.1235"],
  [{ count: 0, mean: null }, true, "-"],
])("%j reads well", (mean, share, text) => expect(meanText(mean, share)).toBe(text));

test("the api takes as many as can be chosen, and not one more", () => {
  const question = (count: number) => ({ changes: [], measures: Array.from({ length: count }, () => ({ column: "amount" })) });
  expect([maxMeasures, maxMeasures + 1].map((count) => whatIfQuestion.safeParse(question(count)).success)).toEqual([true, false]);
});
