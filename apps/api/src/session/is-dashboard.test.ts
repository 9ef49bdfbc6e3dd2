import type { DashboardItem } from "@airlock/contract";
import { expect, test } from "vitest";
import { isDashboard } from "./is-dashboard.ts";

const config = {
  type: "DeployedUsageStats",
  key: "ALL",
  range: "DAY",
  granularity: "hour",
  start: "-",
  end: "-",
  title: "Use",
  location: "",
} as const;
const item: DashboardItem = { i: "a", x: 0, y: 0, w: 3, h: 2, config };

test("another order of fields is equal", () => {
  const { i, x, y, w, h } = item;
  const stored = { config: Object.fromEntries(Object.entries(config).toReversed()), h, i, w, x, y };
  expect(isDashboard([stored], [item])).toBe(true);
});

test("another position, another item or another order of items is not equal", () => {
  expect(isDashboard([{ ...item, x: 1 }], [item])).toBe(false);
  expect(isDashboard([], [item])).toBe(false);
  expect(isDashboard([{ ...item, i: "b" }, item], [item, { ...item, i: "b" }])).toBe(false);
});

test("an unreadable one is not equal", () => {
  expect(isDashboard([{ i: 1 }], [])).toBe(false);
});
