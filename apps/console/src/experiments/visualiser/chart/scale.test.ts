import { expect, test } from "vitest";
import { bandScale, linearScale, logScale, valueText } from "./scale.ts";

test("a linear scale leaves room at both ends and writes round values", () => {
  const scale = linearScale(1000, 5000, 720);
  expect(scale.place(1000)).toBeGreaterThan(0);
  expect(scale.place(5000)).toBeLessThan(720);
  expect(scale.place(3000)).toBeCloseTo(360);
  expect(scale.ticks.map(({ text }) => text)).toEqual(["1,000", "2,000", "3,000", "4,000", "5,000"]);
  expect(scale.place(null)).toBeUndefined();
  expect(scale.place("3000")).toBeUndefined();
});

test("one value alone still has a scale around it", () => {
  const scale = linearScale(7, 7, 100);
  expect(scale.place(7)).toBeCloseTo(50);
  expect(linearScale(0, 0, 100).place(0)).toBeCloseTo(50);
});

test("a log scale has equal room for equal ratios and no place for what is not above zero", () => {
  const scale = logScale(1, 10_000, 400);
  const [one, ten, hundred] = [1, 10, 100].map((value) => scale.place(value) ?? 0);
  expect((ten ?? 0) - (one ?? 0)).toBeCloseTo((hundred ?? 0) - (ten ?? 0));
  expect(scale.place(0)).toBeUndefined();
  expect(scale.ticks.map(({ text }) => text)).toEqual(["1", "10", "100", "1,000", "10,000"]);
});

test("words along X do not run into each other", () => {
  const words = ["employed", "self-employed", "SELF-EMPLOYED", "unemployed"];
  const texts = (length: number) => bandScale(words, length, undefined, true).ticks.map(({ text }) => text);
  expect(texts(600)).toEqual(words);
  expect(texts(280)).toEqual(["employed", "self-emp…", "SELF-EMP…", "unemploy…"]);
  expect(texts(120)).toHaveLength(2);
});

test("each value has a band; a missing one is named", () => {
  const scale = bandScale(["car", "home", null], 300);
  expect(scale.place("home")).toBe(150);
  expect(scale.ticks.map(({ text }) => text)).toEqual(["car", "home", "missing"]);
  expect(
    bandScale(
      Array.from({ length: 100 }, (_, index) => index),
      180,
    ).ticks,
  ).toHaveLength(10);
});

test("large values are short", () => {
  expect([1234, 0.25, 1_250_000, -2.5e9, 3e12].map(valueText)).toEqual(["1,234", "0.25", "1.25M", "-2.5B", "3T"]);
});
