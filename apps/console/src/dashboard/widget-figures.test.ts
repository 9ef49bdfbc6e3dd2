import { expect, test } from "vitest";
import type { Usage } from "./use-usage.ts";
import { widgetFigures } from "./widget-figures.ts";

const bar = (count: number) => ({ start: new Date(0), end: new Date(3_600_000), count });
const usage: Usage = {
  range: "DAY",
  gran: "hour",
  span: { start: 0, end: 0 },
  requested: { start: "", end: "", gran: "hour" },
  total: 1600,
  failed: 4,
  bars: [bar(1600)],
  failedBars: [bar(4)],
};

test("usage counts all executions, failures those that failed with their share", () => {
  expect(widgetFigures("DeployedUsageStats", usage)).toEqual({
    count: 1600,
    text: "executions in 1 day, per hour",
    bars: usage.bars,
    empty: undefined,
  });
  expect(widgetFigures("FailedExecutions", usage)).toEqual({
    count: 4,
    text: "failed, 0.3% of 1,600 executions in 1 day, per hour",
    bars: usage.failedBars,
    empty: undefined,
  });
});

test("nothing executed and nothing failed are not the same", () => {
  expect(widgetFigures("FailedExecutions", { ...usage, failed: 0 }).empty).toBe("No failed executions.");
  const none = widgetFigures("FailedExecutions", { ...usage, total: 0, failed: 0 });
  expect(none).toMatchObject({ empty: "No executions yet.", text: "executions in 1 day, per hour" });
});
