import type { DashboardItem } from "@airlock/contract";
import { expect, test } from "vitest";
import { mergeItems, sameItems } from "./merge-items.ts";

const item = (i: string, y: number, change: Partial<DashboardItem> = {}): DashboardItem => ({
  i,
  x: 0,
  y,
  w: 10,
  h: 2,
  config: { type: "DeployedUsageStats", key: "ALL", range: "DAY", granularity: "hour", start: "-", end: "-", title: i, location: "" },
  ...change,
});
const base = [item("a", 0), item("b", 2)];
const names = (items: readonly DashboardItem[]) => items.map(({ i }) => i);

test("what each window added is there", () => {
  const both = mergeItems(base, [...base, item("mine", 4)], [...base, item("theirs", 4)]);
  expect(names(both)).toEqual(["a", "b", "mine", "theirs"]);
  expect(both.map(({ y }) => y)).toEqual([0, 2, 4, 6]);
});

test("a widget that either side removed is removed, also where the other had changed it", () => {
  expect(names(mergeItems(base, [item("b", 0)], base))).toEqual(["b"]);
  expect(names(mergeItems(base, [item("a", 0, { h: 4 }), item("b", 4)], [item("b", 0)]))).toEqual(["b"]);
});

test("changes of their side are kept; where both changed the same widget, mine wins", () => {
  const wide = mergeItems(base, [item("a", 0, { h: 3 }), item("b", 3)], [item("a", 0, { w: 5 }), item("b", 2, { w: 4 })]);
  expect(wide.map(({ i, w, h }) => [i, w, h])).toEqual([
    ["a", 10, 3],
    ["b", 10, 2],
  ]);
  expect(mergeItems(base, base, [item("a", 0, { w: 5 }), item("b", 2)])[0]?.w).toBe(5);
});

test("the order of fields makes no difference, a place does", () => {
  const [first] = base;
  const turned = Object.fromEntries(Object.entries(first ?? {}).toReversed()) as unknown as DashboardItem;
  expect(sameItems(base.slice(0, 1), [turned])).toBe(true);
  expect(sameItems(base, base.slice(0, 1))).toBe(false);
  expect(sameItems(base.slice(0, 1), base)).toBe(false);
  expect(sameItems(base, [item("a", 0), item("b", 3)])).toBe(false);
});
