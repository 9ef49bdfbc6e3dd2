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
  expect(spreadWords(age)).toBe("20 to 50 (10th to 90th percentile), median 30");
});

it("bands are labelled with values of the column", () => {
  const banded = { ...age, bands: [18, 25, 35], distribution: { ...age.distribution, bounds: [1, 2, 3] } };
  expect(spreadWords(banded)).toBe("18 to 35 (10th to 90th percentile), median 25");
  expect(slicesOf(banded).map(({ tall }) => tall)).toEqual([1, 1, 0.7, 0.7]);
});

it("categories are as tall as they are frequent", () => {
  expect(slicesOf(region).map(({ tall }) => tall)).toEqual([0.5, 1]);
  expect(spreadWords(region)).toBe("south 60%, north 30%");
});

it("a constant has a shape, too", () => {
  const constant: ModelColumn = { ...age, distribution: { ...age.distribution, bounds: [5], bins: [0, 100], range: [5, 5] } };
  expect(slicesOf(constant).map(({ tall }) => tall)).toEqual([0, 1]);
  expect(spreadWords(constant)).toBe("always 5");
});

it("a category with more values than bins has a last bin of others, never named after a value", () => {
  const names: ModelColumn = {
    ...region,
    values: ["a", "b", "c", "d"],
    valuesCount: 200,
    distribution: { ...region.distribution, missing: 0, bins: [3, 2, 95] },
  };
  expect(spreadWords(names)).toBe("a 3%, b 2%, others 95%");
  expect(slicesOf(names).map(({ isOthers = false }) => isOthers)).toEqual([false, false, true]);
});

it("others are all rows with a value that is not listed, values unknown to the model included", () => {
  const many: ModelColumn = {
    ...region,
    values: ["a", "b", "c", "d"],
    valuesCount: 4,
    distribution: { ...region.distribution, unseen: 5, bins: [40, 20, 15, 10] },
  };
  expect(spreadWords(many)).toBe("a 40%, b 20%, c 15%, others 15%");
});

it("integers of few values are shares, and say where a range is open", () => {
  const flag: ModelColumn = { ...age, distribution: { ...age.distribution, bounds: [0, 1], bins: [0, 80, 20], range: [0, 1] } };
  expect(spreadWords(flag)).toBe("0 80%, 1 20%");
  const { range: _, ...without } = flag.distribution;
  expect(spreadWords({ ...flag, distribution: without })).toBe("0 80%, 1 or more 20%");
  expect(spreadWords({ ...flag, distribution: { ...flag.distribution, bounds: [0, 3], range: [-1, 7], bins: [5, 75, 20] } })).toBe(
    "below 0 5%, 0 to 2 75%, 3 to 7 20%",
  );
});

it("the median counts rows where percentiles are equal", () => {
  const skewed: ModelColumn = { ...age, type: "FLOAT", distribution: { ...age.distribution, bounds: [0, 1.5, 4], bins: [0, 70, 15, 15] } };
  expect(spreadWords(skewed)).toBe("0 to 4 (10th to 90th percentile), median 0");
});
