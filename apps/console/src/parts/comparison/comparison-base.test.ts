import { expect, test } from "vitest";
import { comparisonBase } from "./comparison-base.ts";

const summary = { compared: 90, changed: 9, differing: 9, unanswered: 0, unreadable: 10, outcomes: [], moves: [], nodes: [], links: [] };
const datasource = { webSafeString: "d", name: "Loans", type: "Storage", importWss: null, recordCount: 100 };

test("over a datasource all rows are the base, those that were not decided included", () => {
  expect(comparisonBase({ datasource, summary })).toEqual({ base: 100, undecided: 10, leftOut: 0 });
});

test("executions that cannot be replayed were decided, and are left out", () => {
  expect(comparisonBase({ datasource: null, summary: { ...summary, unanswered: 2 } })).toEqual({ base: 90, undecided: 0, leftOut: 12 });
});
