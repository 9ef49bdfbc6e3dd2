import type { ModelColumn } from "@airlock/contract";
import { expect, it } from "vitest";
import { slicesOf, spreadWords } from "./distribution-shape.ts";

const age: ModelColumn = {
  name: "age",
  type: "INTEGER",
  kind: "number",
  values: [],
  valuesCount: 0,
  bands: [],
  distribution: { rows: 100, missing: 0, unseen: 0, bounds: [20, 30, 50], bins: [25, 25, 25, 25] },
};
const region: ModelColumn = {
  ...age,
  name: "region",
  type: "STRING",
  kind: "category",
  values: ["north", "south"],
  valuesCount: 2,
  distribution: { rows: 100, missing: 10, unseen: 0, bounds: [], bins: [30, 60] },
};

it("narrow bins of a number are tall, and the open ends as wide as their neighbours", () => {
  const slices = slicesOf(age);
  expect(slices.map(({ tall }) => tall)).toEqual([1, 1, 0.5, 0.5]);
  expect([slices[0]?.from, slices.at(-1)?.to]).toEqual([0, 1]);
  expect(spreadWords(age)).toBe("20 to 50, half below 30");
});

it("what was cut into bands is told in the values of the column", () => {
  const banded = { ...age, bands: [18, 25, 35], distribution: { ...age.distribution, bounds: [1, 2, 3] } };
  expect(spreadWords(banded)).toBe("18 to 35, half below 25");
  expect(slicesOf(banded).map(({ tall }) => tall)).toEqual([1, 1, 0.7, 0.7]);
});

it("categories are as tall as they are frequent", () => {
  expect(slicesOf(region).map(({ tall }) => tall)).toEqual([0.5, 1]);
  expect(spreadWords(region)).toBe("south 60%, north 30%");
});

it("a constant has a shape, too", () => {
  const constant = { ...age, distribution: { ...age.distribution, bounds: [5], bins: [0, 100] } };
  expect(slicesOf(constant).map(({ tall }) => tall)).toEqual([0, 1]);
  expect(spreadWords(constant)).toBe("around 5");
});
