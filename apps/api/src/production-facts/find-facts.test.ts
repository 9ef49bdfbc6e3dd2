import { emptyDefinition, listedTexts, newNode, type DecisionTableNode, type ListScoreNode } from "@airlock/flow";
import { expect, test } from "vitest";
import { unlistedValues, unusedRows } from "./find-facts.ts";

const score: ListScoreNode = {
  ...newNode("ListScore", "score", 0, 0),
  scoredField: "job",
  resultField: "points",
  values: Array.from({ length: 30 }, (_, at) => ({ id: `v${at}`, value: `job ${at}`, score: "1", reasonCode: "" })),
};
const lists = listedTexts({
  ...emptyDefinition(),
  solutionDefinition: { ...emptyDefinition().solutionDefinition, nodes: [score] },
  applicationDatasetFields: [{ key: "job", name: "job", type: "String", required: false }],
}).map((list) => ({ ...list, list: 2, index: 1 }));
const counted = (...values: readonly (readonly [string, number])[]) => values.map(([value, completed]) => ({ value, completed }));

test("the most frequent unlisted values are returned, rare ones not", () => {
  const values = counted(["job 0", 900], ["", 60], ["a", 50], ["b", 40], ["c", 30], ["d", 20], ["e", 10], ["f", 9], ["g", 4]);
  const facts = unlistedValues(lists, [{ completed: 1_000, values, isComplete: true }]);
  expect(facts.map(({ value, share }) => [value, share])).toEqual([
    ["a", 0.05],
    ["b", 0.04],
    ["c", 0.03],
    ["d", 0.02],
    ["e", 0.01],
  ]);
  expect(unlistedValues(lists, [{ completed: 10, values: counted(["g", 4]), isComplete: true }])).toEqual([]);
});

test("a value that came in only with failed executions is used, and nothing is known of values beyond the limit", () => {
  const values = counted(["job 1", 12], ["job 0", 0]);
  const unused = unusedRows([score], lists, [{ completed: 12, values, isComplete: true }], new Map());
  expect(unused.map(({ rowId }) => rowId)).toEqual(Array.from({ length: 20 }, (_, at) => `v${at + 2}`));
  expect(unusedRows([score], lists, [{ completed: 12, values, isComplete: false }], new Map())).toEqual([]);
});

test("rows of a node that no execution came to are not reported", () => {
  expect(unusedRows([score], lists, [{ completed: 0, values: [], isComplete: true }], new Map())).toEqual([]);
  const table: DecisionTableNode = {
    ...newNode("DecisionTable", "table", 0, 0),
    inputColumns: [{ id: "i0", formula: "application.age" }],
    tableRows: ["< 18", ">= 18"].map((cell, at) => ({ id: `r${at}`, inputs: [cell], outputs: [], reasonCode: "" })),
  };
  const counts = (...of: readonly number[]) => new Map([["table", new Map(of.map((count, at) => [`r${at}`, count]))]]);
  expect(unusedRows([table], [], [], counts(0, 0))).toEqual([]);
  expect(unusedRows([table], [], [], counts(0, 7)).map(({ rowId }) => rowId)).toEqual(["r0"]);
  expect(unusedRows([table], [], [], new Map())).toEqual([]);
});
