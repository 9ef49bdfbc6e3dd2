import { describe, expect, it } from "vitest";
import { createRowWriter, type Column } from "./artefact.ts";
import {
  distributionsOf,
  recount,
  recountScores,
  scoreDistributionOf,
  stabilityIndex,
  together,
  type Distribution,
} from "./distribution.ts";
import { driftOf } from "./drift.ts";
import { sampleRows } from "./row-sample.ts";

const age: Column = { name: "age", kind: "number" };
const region: Column = { name: "region", kind: "category", values: ["north", "south"] };
const distributionOf = (column: Column, values: Float64Array): Distribution => {
  const [only] = distributionsOf([column], values, sampleRows(values, 1, 10_000));
  if (only === undefined) throw new Error("One column has one distribution.");
  return only;
};
const ramp = (from: number, count: number): Float64Array => Float64Array.from({ length: count }, (_, index) => from + index);

describe("the distribution of a column", () => {
  it("has bins of equal numbers of rows", () => {
    const { bins, bounds, missing } = distributionOf(age, ramp(0, 1000));
    expect(bounds).toHaveLength(9);
    expect(bins).toEqual(Array.from({ length: 10 }, () => 100));
    expect(missing).toBe(0);
  });

  it("has the smallest and the largest finite number of all rows", () => {
    expect(distributionOf(age, Float64Array.of(3, -7, Infinity, Number.NaN, 12)).range).toEqual([-7, 12]);
    expect(distributionOf(region, Float64Array.of(0, 1)).range).toBeUndefined();
  });

  it("counts all rows of each column, although a sample determines the bounds", () => {
    const many = 100_001;
    const rows = new Float64Array(many * 2);
    for (let row = 0; row < many; row += 1) rows.set([row % 2 === 0 ? row : -row, row % 4 === 0 ? -1 : row % 2], row * 2);
    const [number, category] = distributionsOf([age, region], rows, sampleRows(rows, 2, 10_000));
    expect(number?.bins.reduce((sum, count) => sum + count, 0)).toBe(many);
    // In rows that alternate, a sample of every second row would see only one half.
    for (const bin of number?.bins ?? []) expect(Math.abs(bin / many - 0.1)).toBeLessThan(0.01);
    expect(category).toMatchObject({ rows: many, missing: 0, unseen: 25_001, bins: [25_000, 50_000] });
    expect(sampleRows(rows, 2, many).picked).toHaveLength(many);
  });

  it("has one bin if all rows are equal, and counts missing values separately", () => {
    const { bins, missing } = distributionOf(age, Float64Array.of(5, 5, 5, Number.NaN));
    expect(bins).toEqual([0, 3]);
    expect(missing).toBe(1);
  });

  it("is stable for the same values, and not for shifted ones", () => {
    const training = distributionOf(age, ramp(0, 1000));
    expect(stabilityIndex(training, recount(age, training, ramp(0, 1000)))).toBe(0);
    expect(stabilityIndex(training, recount(age, training, ramp(50, 1000)))).toBeLessThan(0.25);
    expect(stabilityIndex(training, recount(age, training, ramp(500, 1000)))).toBeGreaterThan(0.25);
    expect(stabilityIndex(training, recount(age, training, new Float64Array(0)))).toBeNull();
  });

  it("detects values that become missing and unknown categories", () => {
    const write = createRowWriter([region]);
    const rows = (values: readonly (string | null)[]): Float64Array => {
      const into = new Float64Array(values.length);
      for (const [at, value] of values.entries()) write([value], into, at);
      return into;
    };
    const training = distributionOf(region, rows(["north", "south", "north", "south"]));
    const live = recount(region, training, rows(["north", null, "west", "south"]));
    expect(live).toMatchObject({ bins: [1, 1], missing: 1, unseen: 1 });
    expect(stabilityIndex(training, live)).toBeGreaterThan(0.25);
  });
});

describe("the distribution of scores", () => {
  it("is the same with the fewer digits that a decision stores", () => {
    // A forest of few leaves has few distinct scores, each of which is a bound.
    const few = [0.8483957226236, 0.2113481595461234, 0.5, 1e-5 / 3, 0.999999999999999];
    for (const only of [few, few.slice(0, 2), few.slice(1, 4)]) {
      const scores = Float64Array.from({ length: 1000 }, (_, at) => only[(at * at) % only.length] ?? 0);
      const training = scoreDistributionOf(scores);
      const kept = recountScores(
        training,
        scores.map((score) => Math.round(score * 1e12) / 1e12),
      );
      expect(kept).toEqual(training);
      expect(stabilityIndex(training, kept)).toBe(0);
    }
  });

  it("counts a prediction without a score as missing, and parts add up", () => {
    const training = scoreDistributionOf(ramp(0, 100));
    const [one, two] = [recountScores(training, Float64Array.of(3, Number.NaN)), recountScores(training, Float64Array.of(99))];
    const all = together(one, two);
    expect(all).toMatchObject({ rows: 3, missing: 1 });
    expect(all).toEqual(recountScores(training, Float64Array.of(3, Number.NaN, 99)));
  });
});

describe("live rows compared with training", () => {
  const training = distributionOf(age, ramp(0, 1000));

  it("are not judged with fewer than twenty per bin, including missing and unseen", () => {
    expect(driftOf(training, recount(age, training, ramp(0, 239))).enough).toBe(false);
    expect(driftOf(training, recount(age, training, ramp(0, 240))).enough).toBe(true);
  });

  it("have their own shares, and none without rows", () => {
    const live = recount(age, training, Float64Array.of(1, Number.NaN, Number.NaN, 3));
    expect(driftOf(training, live)).toMatchObject({ missingRate: 0.5, trainingMissingRate: 0, unseenShare: 0, count: 4 });
    const nothing = recount(age, training, new Float64Array(0));
    expect(driftOf(training, nothing)).toMatchObject({ psi: null, missingRate: null, unseenShare: null, count: 0, enough: false });
  });
});

describe("a row for a model", () => {
  it("has the numbers of its columns, whatever their names are", () => {
    const write = createRowWriter([{ name: "__proto__", kind: "number" }, region]);
    const into = new Float64Array(4);
    write([31, "south"], into);
    write(["2.5", "constructor"], into, 2);
    expect([...into]).toEqual([31, 1, 2.5, -1]);
    write([undefined, null], into);
    expect([...into.subarray(0, 2)]).toEqual([Number.NaN, Number.NaN]);
  });
});
