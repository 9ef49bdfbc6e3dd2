import type { MonitorPoint } from "@airlock/contract";
import { describe, expect, test } from "vitest";
import { extentOf, shapeOf, xOf } from "./chart-shape.ts";

const start = Date.parse("2026-11-17T12:00:00Z");
const point = (minute: number, value: number | null, limits: { min?: number; max?: number } = {}): MonitorPoint => ({
  date: new Date(start + minute * 60_000).toISOString(),
  value,
  min: limits.min ?? null,
  max: limits.max ?? null,
});
const box = { width: 100, height: 10, low: 0, high: 10 };

describe("the shape of a chart", () => {
  test("a gap where there is no value breaks the line", () => {
    const { line, band, limits } = shapeOf([point(0, 0), point(1, 10), point(2, null), point(4, 5)], box);
    expect([line, band, limits]).toEqual(["M0,10L25,0M100,5Z", "", []]);
  });

  test("a threshold is a line, what is above it is outside", () => {
    const max = { max: 6 };
    const { outside, limits, last } = shapeOf([point(0, 2, max), point(1, 4, max), point(2, 8, max)], box);
    expect(outside).toBe("M50,6L100,2");
    expect(limits).toEqual(["M0,4L50,4L100,4"]);
    expect(last).toEqual({ x: 100, y: 2, isOutside: true });
  });

  test("a range is a band", () => {
    const { band, limits } = shapeOf([point(0, 2, { min: 1, max: 3 }), point(1, 2, { min: 2, max: 4 })], box);
    expect([band, limits]).toEqual(["M0,7L100,6L100,8L0,9Z", []]);
  });

  test("one point is at the right, and none has nothing to draw", () => {
    expect(shapeOf([point(0, 5)], box).last).toEqual({ x: 100, y: 5, isOutside: false });
    expect(shapeOf([], box)).toEqual({ line: "", outside: "", band: "", limits: [], last: undefined });
  });
});

test("values and limits are within the borders", () => {
  expect(extentOf([point(0, 2, { max: 9 }), point(1, 4)])).toEqual([2, 9]);
  expect(extentOf([point(0, 4)])).toEqual([2, 6]);
  expect(extentOf([])).toEqual([0, 1]);
});

test("a time is between the first point and the last", () => {
  expect(xOf([point(0, 1), point(10, 1)], start + 150_000, 100)).toBe(25);
});
