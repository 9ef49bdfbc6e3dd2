import { expect, it } from "vitest";
import { headAbove } from "./head-above.ts";

it("a heading is above the first row of its group", () => {
  const rows = ["Mon 1", "Mon 2", "Fri 1"];
  const heads = (groupOf?: (row: string) => string) => rows.map((_row, index) => headAbove(rows, index, groupOf));
  expect(heads((row) => row.slice(0, 3))).toEqual(["Mon", undefined, "Fri"]);
  expect(heads()).toEqual([undefined, undefined, undefined]);
});
