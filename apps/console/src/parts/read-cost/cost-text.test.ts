import { expect, test } from "vitest";
import { costText } from "./cost-text.ts";

test("what it takes, and when it is too much", () => {
  expect(costText({ bytes: 1_234_567, budget: 10 * 1024 ** 3 }, "3 columns")).toBe(
    "The rows stay in BigQuery. Reading 3 columns takes 1.2 MB of the budget of 10.7 GB per run.",
  );
  expect(costText({ bytes: 2000, budget: 1999 }, "all columns")).toMatch(/takes 2 kB, which is over the budget of 2 kB .* it is refused/);
  expect(costText({ bytes: 2000, budget: 2000 }, "1 column")).not.toMatch(/over/);
});
