import { createScorer, explain, outputsOf, readForest } from "@airlock/model";
import { openLightgbm, type Lightgbm } from "@airlock/platform/lightgbm";
import { beforeAll, describe, expect, it } from "vitest";
import { lightgbmLibrary } from "../../services/install/lightgbm.ts";
import { createRandom } from "../support/random.ts";
import { columns, configurations, hostileRows, train } from "./configurations.ts";

const seed = 20_261_115;
let library: Lightgbm;
beforeAll(() => {
  library = openLightgbm(lightgbmLibrary());
});

describe.each(configurations)("a model of the library: $name", (configuration) => {
  it("scores 10,000 hostile rows to the same bits, and explains them alike", () => {
    const trained = train(library, configuration, { rows: 3_000, iterations: 20, seed });
    try {
      const forest = readForest(trained.text);
      const scorer = createScorer(forest);
      const outputs = outputsOf(forest.objective);
      const rows = hostileRows(10_000, trained.rows, createRandom(seed + 1));
      const wanted = trained.raw(rows);
      const into = new Float64Array(outputs);
      const wrong: number[] = [];
      for (let row = 0; row < 10_000; row += 1) {
        scorer.raw(rows.subarray(row * columns, (row + 1) * columns), into);
        if (into.some((value, output) => !Object.is(value, wanted[row * outputs + output]))) wrong.push(row);
      }
      expect(wrong).toEqual([]);

      const few = rows.subarray(0, 20 * columns);
      const contributions = trained.contributions(few);
      for (let row = 0; row < 20; row += 1) {
        for (const [output, { base, columns: parts }] of explain(forest, few.subarray(row * columns, (row + 1) * columns)).entries()) {
          const at = (row * outputs + output) * (columns + 1);
          for (const [column, part] of [...parts, base].entries()) expect(part).toBeCloseTo(contributions[at + column] ?? Number.NaN, 9);
        }
      }
    } finally {
      trained.free();
    }
  });
});
