import { describe, expect, it } from "vitest";
import { createExplainer, explain } from "./explain.ts";
import { goesLeft } from "./forest.ts";
import { createMaskScorer } from "./mask-scorer.ts";
import { readForest, UnreadableModel } from "./read-forest.ts";
import { answerOf, createPredictor } from "./predictor.ts";
import { createScorer } from "./scorer.ts";
import { createWalkScorer } from "./walk-scorer.ts";

/** Age up to 30, then whether the region is 1 or 33: three leaves. The second tree is the same for all rows. */
const text = `tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=1
objective=binary sigmoid:1
feature_names=c0 c1

Tree=0
num_leaves=3
num_cat=1
split_feature=0 1
split_gain=1 1
threshold=30 0
decision_type=10 1
left_child=-1 -2
right_child=1 -3
leaf_value=0.5 -0.25 1
leaf_weight=1 1 1
leaf_count=50 20 30
internal_value=0 0
internal_weight=0 0
internal_count=100 50
cat_boundaries=0 2
cat_threshold=2 2
is_linear=0
shrinkage=1


Tree=1
num_leaves=1
num_cat=0
split_feature=
threshold=
decision_type=
left_child=
right_child=
leaf_value=0.125
is_linear=0
shrinkage=1


end of trees
`;

const forest = readForest(text);
const rawOf = (age: number, region: number): number => {
  const into = new Float64Array(1);
  createScorer(forest).raw(Float64Array.of(age, region), into);
  return into[0] ?? Number.NaN;
};

describe("a forest", () => {
  it("leads a row to one leaf of each tree", () => {
    expect(rawOf(30, 5)).toBe(0.625);
    expect(rawOf(30.5, 1)).toBe(-0.125);
    expect(rawOf(31, 33.9)).toBe(-0.125);
    expect(rawOf(31, 2)).toBe(1.125);
  });

  it("sends a missing number where training sent it, and an unknown category right", () => {
    expect(rawOf(Number.NaN, 1)).toBe(0.625);
    for (const region of [Number.NaN, -1, 64, 2 ** 31, 1e300, Infinity]) expect(rawOf(31, region)).toBe(1.125);
    expect(rawOf(31, -0.9)).toBe(1.125);
  });

  it("has the same scores by walking and by masks", () => {
    const masks = createMaskScorer(forest);
    const walk = createWalkScorer(forest);
    expect(masks).toBeDefined();
    for (const age of [-1, 0, 30, 31, Number.NaN]) {
      for (const region of [0, 1, 32, 33, 34, Number.NaN]) {
        const [a, b] = [new Float64Array(1), new Float64Array(1)];
        masks?.(Float64Array.of(age, region), a);
        walk(Float64Array.of(age, region), b);
        expect(a).toEqual(b);
      }
    }
  });

  it("turns a raw score into a probability", () => {
    const into = new Float64Array(1);
    createScorer(forest).score(Float64Array.of(31, 2), into);
    expect(into[0]).toBeCloseTo(1 / (1 + Math.exp(-1.125)), 15);
  });

  it("explains a score by columns that add up to it", () => {
    const [explained] = explain(forest, Float64Array.of(31, 2));
    const parts = explained?.columns ?? [];
    expect(explained?.base).toBeCloseTo(0.5 * 0.5 - 0.2 * 0.25 + 0.3 + 0.125, 12);
    expect((explained?.base ?? 0) + (parts[0] ?? 0) + (parts[1] ?? 0)).toBeCloseTo(1.125, 12);
    expect(parts[1]).toBeGreaterThan(0);
  });

  it("compiles a forest once: an explanation compares each node once and does not read row counts", () => {
    const reads = { thresholds: 0, counts: 0 };
    const counting = (array: Float64Array, of: keyof typeof reads): Float64Array =>
      new Proxy(array, {
        get: (target, key) => {
          if (typeof key === "string" && /^\d+$/.test(key)) reads[of] += 1;
          return Reflect.get(target, key, target) as unknown;
        },
      });
    const trees = forest.trees.map((tree) => ({
      ...tree,
      threshold: counting(tree.threshold, "thresholds"),
      nodeCount: counting(tree.nodeCount, "counts"),
      leafCount: counting(tree.leafCount, "counts"),
    }));
    const explainer = createExplainer({ ...forest, trees });
    reads.counts = 0;
    expect(explainer(Float64Array.of(31, 2))).toEqual(explain(forest, Float64Array.of(31, 2)));
    expect(reads).toEqual({ thresholds: 2, counts: 0 });
    explainer(Float64Array.of(20, 1));
    expect(reads).toEqual({ thresholds: 4, counts: 0 });
  });

  it("returns the columns with the largest contributions as reasons, with their direction", () => {
    const columns = [{ name: "age", kind: "number" } as const, { name: "region", kind: "category", values: ["a", "b", "c"] } as const];
    const predictor = createPredictor({ format: 1, forest: text, columns, label: { name: "paid", kind: "class", values: ["no", "yes"] } });
    const { columns: parts } = predictor.explain({ age: 31, region: "b" });
    const [age = 0, region = 0] = parts;
    expect([Math.abs(region) > Math.abs(age), region < 0, age !== 0]).toEqual([true, true, true]);
    const sign = age > 0 ? "+" : "-";
    expect(predictor.reasons({ age: 31, region: "b" }, 5)).toEqual(["region-", `age${sign}`]);
    expect(predictor.reasons({ age: 31, region: "b" }, 1)).toEqual(["region-"]);
    expect(answerOf(predictor, { age: 31, region: "b" }, 1)).toEqual({
      score: predictor.predict({ age: 31, region: "b" }).score,
      reasonCodes: ["region-"],
    });
    expect(answerOf(predictor, { age: 31 }, 0).reasonCodes).toEqual([]);
  });

  it("treats a missing value as zero in a column without missing values in training", () => {
    const tree = { ...forest.trees[0]!, decision: Uint8Array.of(2, 1) };
    expect(goesLeft(tree, 0, Number.NaN)).toBe(true);
    expect(goesLeft({ ...tree, threshold: Float64Array.of(-1, 0) }, 0, Number.NaN)).toBe(false);
  });
});

describe("a text that is not a model", () => {
  it.each([
    ["something else", "hello", "not the text"],
    ["another version", text.replace("v4", "v3"), "v3"],
    ["another objective", text.replace("binary sigmoid:1", "poisson"), "poisson"],
    ["a node that is its own child", text.replace("right_child=1 -3", "right_child=0 -3"), "do not form a tree"],
    ["a leaf twice", text.replace("right_child=1 -3", "right_child=1 -2"), "do not form a tree"],
    ["a column that rows do not have", text.replace("split_feature=0 1", "split_feature=0 2"), "column"],
    ["a set of categories that is not there", text.replace("threshold=30 0", "threshold=30 1"), "not there"],
    ["too few leaves", text.replace("leaf_value=0.5 -0.25 1", "leaf_value=0.5 -0.25"), "leaf_value"],
    ["a word for a number", text.replace("leaf_value=0.5", "leaf_value=half"), "half"],
    ["linear leaves", text.replace("is_linear=0", "is_linear=1"), "linear"],
    ["a million leaves", text.replace("num_leaves=3", "num_leaves=1000000"), "num_leaves"],
  ])("is refused: %s", (_, given, reason) => {
    expect(() => readForest(given)).toThrow(UnreadableModel);
    expect(() => readForest(given)).toThrow(reason);
  });
});
