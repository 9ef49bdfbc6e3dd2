import type { ResultRow } from "@airlock/contract";
import { expect, test } from "vitest";
import { emptySpec, type ChartSpec } from "./chart-spec.ts";
import { filtersOf, fits, marksIn, marksOf, marksQuestion, middleOf, stepOf } from "./marks.ts";

const row = (number: number, values: Record<string, string | number>): ResultRow => ({
  row: number,
  outcome: "completed",
  reasonCodes: [],
  ...values,
});
const rows = [
  row(1, { "application.age": 34, "runtime.result": "Refer", "application.amount": 100 }),
  row(2, { "application.age": 34, "runtime.result": "Refer", "application.amount": 300 }),
  row(3, { "application.age": 34, "runtime.result": "Approve", "application.amount": 50 }),
  row(4, { "application.age": 19, "runtime.result": "Approve" }),
  row(5, { "runtime.result": "Decline" }),
];
const spec: ChartSpec = {
  ...emptySpec,
  encoding: {
    x: { field: "application.age", type: "quantitative" },
    color: { field: "runtime.result", type: "nominal" },
    size: { field: "application.amount", type: "quantitative" },
  },
};

test("records of one place and one colour are one mark; its size is their mean", () => {
  const marks = marksOf(rows, spec);
  expect(marks.map(({ x, color, size, count, row: first }) => [x, color, size, count, first])).toEqual([
    [34, "Refer", 200, 2, 1],
    [34, "Approve", 50, 1, 3],
    [19, "Approve", null, 1, 4],
    [null, "Decline", null, 1, 5],
  ]);
});

test("steps hold their start and not their end, whatever the floats do", () => {
  expect(stepOf(34, 10)).toEqual([30, 40]);
  expect(stepOf(40, 10)).toEqual([40, 50]);
  expect(stepOf(-1, 10)).toEqual([-10, 0]);
  expect(stepOf(0.3, 0.1)).toEqual([0.3, 0.4]);
  expect(stepOf(null, 10)).toBeNull();
  expect(middleOf([30, 40])).toBe(35);
  expect(middleOf([10, 1000], true)).toBe(100);
});

test("a mark's records are found by what they have in common, means apart", () => {
  const binned: ChartSpec = {
    ...spec,
    encoding: { ...spec.encoding, x: { field: "application.age", type: "quantitative", bin: { step: 20 } } },
  };
  const marks = marksOf(rows, binned);
  const filters = filtersOf(marks[0] ?? { x: null, y: null, color: null, size: null, count: 0, row: 0 }, binned);
  expect(filters).toEqual([
    { field: "application.age", from: 20, to: 40 },
    { field: "runtime.result", value: "Refer" },
  ]);
  expect(rows.filter((one) => fits(one, filters)).map((one) => one.row)).toEqual([1, 2]);
  const lost = filtersOf(marks.at(-1) ?? { x: null, y: null, color: null, size: null, count: 0, row: 0 }, binned);
  expect(rows.filter((one) => fits(one, lost)).map((one) => one.row)).toEqual([5]);
});

test("the request to the server describes the same chart, and its response has the same marks", () => {
  expect(marksQuestion(spec)).toEqual({
    x: { field: "application.age", bin: false, log: false },
    color: { field: "runtime.result", bin: false, log: false },
    size: { field: "application.amount", bin: false, log: false },
  });
  const channel = { field: "f", kind: "values", step: null, log: false, rest: 12 } as const;
  expect(
    marksIn({
      total: 3,
      channels: { x: { ...channel, kind: "bins", step: 10 }, color: channel },
      marks: [
        { x: { value: 10, to: 20 }, color: { value: "Refer" }, count: 2, row: 1 },
        { x: { value: null }, color: { value: null, rest: true }, count: 1, row: 9 },
      ],
    }),
  ).toEqual([
    { x: [10, 20], y: null, color: "Refer", size: null, count: 2, row: 1 },
    { x: null, y: null, color: "12 more values", size: null, count: 1, row: 9, rest: true },
  ]);
});
