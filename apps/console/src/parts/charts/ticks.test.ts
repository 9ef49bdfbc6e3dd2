import { describe, expect, it, test } from "vitest";
import { countAxis, niceStep, ticksBetween, tickText, ticksWithin } from "./ticks.ts";

test("steps are 1, 2 or 5 of a power of ten", () => {
  expect(niceStep(4400, 5)).toBe(1000);
  expect(niceStep(10, 5)).toBe(2);
  expect(niceStep(0.3, 4)).toBe(0.1);
});

describe("ticks", () => {
  it("within a range are the multiples of a step", () => {
    expect(ticksWithin(-0.35, 0.3, 0.1)).toEqual([-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3]);
    expect(ticksWithin(1.2, 1.8, 1)).toEqual([]);
  });

  it("are round and reach over both ends", () => {
    expect(ticksBetween(0.21, 0.58)).toEqual([0.2, 0.3, 0.4, 0.5, 0.6]);
    expect(ticksBetween(0, 1)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(ticksBetween(0, 500, 5)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(ticksBetween(-3, 3, 3)).toEqual([-4, -2, 0, 2, 4]);
  });

  it("surround a single value, and have a default range without values", () => {
    expect(ticksBetween(5, 5)[0]).toBeLessThanOrEqual(5);
    expect(ticksBetween(0, 0).length).toBeGreaterThan(1);
    expect(ticksBetween(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)).toEqual([0, 1]);
  });

  it("say as many digits as they differ by", () => {
    const text = (...ticks: readonly number[]) => ticks.map((tick) => tickText(tick, ticks));
    expect(text(0, 0.25, 0.5)).toEqual(["0.00", "0.25", "0.50"]);
    expect(text(0.2, 0.3)).toEqual(["0.2", "0.3"]);
    expect(text(0, 1000, 2000)).toEqual(["0", "1,000", "2,000"]);
    expect(text(0, 2.5, 5)).toEqual(["0.0", "2.5", "5.0"]);
  });
});

describe("the axis of counts", () => {
  it("is never lower than 9.9", () => {
    expect([0, 1, 9].map((highest) => countAxis(highest).top)).toEqual([9.9, 9.9, 9.9]);
  });
  it("ends in four round steps above the highest bar", () => {
    expect([10, 203, 475, 3410, 4000, 4001].map((highest) => countAxis(highest).top)).toEqual([12, 240, 600, 4000, 4000, 6000]);
  });
  it("has lines at whole numbers, since nothing is executed in part", () => {
    expect(countAxis(4).ticks).toEqual([9, 6, 3, 0]);
    for (let highest = 0; highest < 500; highest += 1) expect(countAxis(highest).ticks.every(Number.isInteger)).toBe(true);
  });
});
