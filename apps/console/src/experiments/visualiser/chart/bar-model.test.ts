import { expect, test } from "vitest";
import { barStep } from "../field-kind.ts";
import { marksCsv } from "../marks-csv.ts";
import { chartModel } from "./chart-model.ts";
import { emptySpec, readSpec, withBarSteps, withCount, withField, withMean, type ChartSpec } from "./chart-spec.ts";
import { markLines } from "./mark-text.ts";
import { filtersOf, marksOf, marksQuestion, type Mark } from "./marks.ts";
import { vegaLite } from "./vega-lite.ts";

const mark = (given: Partial<Mark>): Mark => ({ x: null, y: null, color: null, size: null, count: 1, row: 1, ...given });
const size = { width: 798, height: 604 };
const fields = new Map([
  ["application.age", { name: "application.age", min: 20, max: 60, type: "Integer" as const }],
  ["runtime.total", { name: "runtime.total", min: -50, max: 700, type: "Float" as const, nulls: 3 }],
]);
const stepFor = () => 10;
const overAge = withField(emptySpec, "x", "application.age", "quantitative");
const counted = withBarSteps(withCount(overAge), stepFor);
const mean = withBarSteps(withMean(overAge, "runtime.total"), stepFor);
const coloured = (spec: ChartSpec) => withField(spec, "color", "runtime.result", "nominal");
const bottomOf = ({ y, height }: { readonly y: number; readonly height: number }) => y + height / 2;

test("a histogram has a bar for each step, from zero up, as high as its records", () => {
  const model = chartModel(
    counted,
    fields,
    [mark({ x: [20, 30], count: 4 }), mark({ x: [30, 40], count: 8, row: 2 }), mark({ count: 3, row: 3 })],
    size,
  );
  const [first, second] = model.drawn;
  if (first === undefined || second === undefined) throw new Error("There are two bars.");
  expect(second.height).toBeCloseTo(first.height * 2, 6);
  for (const bar of [first, second]) expect(bottomOf(bar)).toBeCloseTo(model.plot.top + model.plot.height, 6);
  expect(first.width).toBeCloseTo(second.width, 6);
  expect(first.x + first.width / 2 + 1).toBeCloseTo(second.x - second.width / 2, 6);
  expect([model.x?.title, model.y?.title]).toEqual(["application.age, in steps of 10", "count of records"]);
  expect([model.placed, model.unplaced, model.whyUnplaced, model.sizes]).toEqual([12, 3, "age is missing", undefined]);
  expect(model.y?.ticks.every(({ text }) => /^\d+$/.test(text))).toBe(true);
});

test("counts of one step are stacked in the order of the legend", () => {
  const marks = [mark({ x: [20, 30], color: "Decline", count: 1 }), mark({ x: [20, 30], color: "Approve", count: 3, row: 2 })];
  const model = chartModel(coloured(counted), fields, marks, size);
  const [approve, decline] = model.drawn;
  expect([approve?.mark.color, decline?.mark.color]).toEqual(["Approve", "Decline"]);
  expect(approve && bottomOf(approve)).toBeCloseTo(model.plot.top + model.plot.height, 6);
  expect(decline && bottomOf(decline)).toBeCloseTo((approve?.y ?? 0) - (approve?.height ?? 0) / 2, 6);
});

test("means are beside each other, below zero where they are, and not drawn where no record has a value", () => {
  const marks = [
    mark({ x: [20, 30], y: 100, color: "a", count: 2 }),
    mark({ x: [20, 30], y: -50, color: "b", count: 2, row: 2 }),
    mark({ x: [30, 40], y: null, color: "a", count: 5, row: 3 }),
  ];
  const model = chartModel(coloured(mean), fields, marks, size);
  const [above, below] = model.drawn;
  if (above === undefined || below === undefined) throw new Error("There are two bars.");
  expect(above.height).toBeCloseTo(below.height * 2, 6);
  expect(bottomOf(above)).toBeCloseTo(below.y - below.height / 2, 6);
  expect(above.x + above.width / 2).toBeCloseTo(below.x - below.width / 2, 6);
  expect(model.y?.title).toBe("mean of runtime.total, where it is not missing");
  expect([model.placed, model.unplaced, model.whyUnplaced]).toEqual([4, 5, "total is missing"]);
  expect(markLines(marks[0] ?? mark({}), mean)).toEqual([
    ["application.age", "20 to 30"],
    ["mean of runtime.total", "100"],
  ]);
});

test("a field without values is one bar that says so; a field of one value is one bar of some width", () => {
  const words = withCount(withField(emptySpec, "x", "runtime.none", "nominal"));
  const empty = chartModel(words, new Map(), [mark({ count: 7 })], size);
  expect([empty.drawn.length, empty.placed, empty.x?.ticks[0]?.text]).toEqual([1, 7, "missing"]);
  const step = barStep({ min: 0.05, max: 0.05, type: "Float" });
  const lone = withBarSteps(withCount(withField(emptySpec, "x", "runtime.rate", "quantitative")), () => step);
  const marks = marksOf([{ row: 1, outcome: "completed", reasonCodes: [], "runtime.rate": 0.05 }], lone);
  const model = chartModel(lone, new Map(), marks, size);
  expect([model.placed, model.unplaced]).toEqual([1, 0]);
  expect(model.drawn[0]?.width).toBeGreaterThan(5);
  expect(chartModel(counted, fields, [], size).drawn).toEqual([]);
});

test("steps of bars are round, whole for whole numbers, and about twenty", () => {
  expect(barStep({ min: 20, max: 60, type: "Integer" })).toBe(2);
  expect(barStep({ min: 0, max: 3, type: "Integer" })).toBe(1);
  expect(barStep({ min: 7, max: 7, type: "Integer" })).toBe(1);
  expect(barStep({ min: 0, max: 1, type: "Float" })).toBe(0.05);
  expect(barStep({ min: 0, max: 0, type: "Float" })).toBe(0.05);
});

test("bars are kept and read again: a count has no field, a mean leaves its place, and there is no size", () => {
  const sized = withField(overAge, "size", "runtime.total", "quantitative");
  expect(withCount(sized)).toMatchObject({ mark: "bar", encoding: { y: { aggregate: "count", type: "quantitative" } } });
  expect(withCount(sized).encoding.size).toBeUndefined();
  expect(withMean(sized, "application.age").encoding).toMatchObject({ y: { field: "application.age", aggregate: "mean" } });
  expect(withMean(sized, "application.age").encoding.x).toBeUndefined();
  for (const spec of [counted, mean, coloured(counted)]) expect(readSpec(JSON.parse(JSON.stringify(spec)), () => true)).toEqual(spec);
  expect(readSpec(mean, (field) => field !== "runtime.total")).toMatchObject({ mark: "square" });
  // A field on Y again is drawn as squares.
  expect(withField(mean, "y", "runtime.total", "quantitative")).toMatchObject({
    mark: "square",
    encoding: { y: { field: "runtime.total", type: "quantitative" } },
  });
  const log = withBarSteps(
    withCount({ ...overAge, encoding: { x: { field: "application.age", type: "quantitative", scale: { type: "log" } } } }),
    stepFor,
  );
  expect(log.encoding.x).toEqual({ field: "application.age", type: "quantitative", bin: { step: 10 } });
});

test("here and on the server a mean does not tell records apart", () => {
  const rows = [24, 26, 31].map((age, index) => ({
    row: index + 1,
    outcome: "completed" as const,
    reasonCodes: [],
    "application.age": age,
    ...(age === 26 ? {} : { "runtime.total": age * 10 }),
  }));
  const marks = marksOf(rows, mean);
  expect(marks.map(({ x, y, count }) => [x, y, count])).toEqual([
    [[20, 30], 240, 2],
    [[30, 40], 310, 1],
  ]);
  expect(marksQuestion(mean)).toMatchObject({ y: { field: "runtime.total", aggregate: "mean" } });
  expect(marksQuestion(counted)).not.toHaveProperty("y");
  expect(filtersOf(marks[0] ?? mark({}), mean)).toEqual([{ field: "application.age", from: 20, to: 30 }]);
  expect(marksCsv(mean, marks)).toBe(
    "application.age from,application.age to,mean of runtime.total,records\r\n20,30,240,2\r\n30,40,310,1\r\n",
  );
});

test("a Vega-Lite file of bars has their measure on Y", () => {
  const marks = [mark({ x: [20, 30], y: 5, count: 3 })];
  expect(vegaLite(counted, marks, size)).toMatchObject({
    mark: "bar",
    encoding: { y: { field: "records", title: "count of records", stack: "zero" } },
  });
  expect(vegaLite(mean, marks, size)).toMatchObject({
    mark: "bar",
    data: { values: [{ records: 3, "runtime.total": 5 }] },
    encoding: { y: { field: String.raw`runtime\.total`, title: "mean of runtime.total" } },
  });
});

test("bars of means have equal widths, which together fit their step", () => {
  const marks = [
    mark({ x: [20, 30], y: 100, color: "a" }),
    mark({ x: [20, 30], y: 50, color: "b", row: 2 }),
    mark({ x: [30, 40], y: 20, color: "a", row: 3 }),
  ];
  const [one, other, lone] = chartModel(coloured(mean), fields, marks, size).drawn;
  if (one === undefined || other === undefined || lone === undefined) throw new Error("There are three bars.");
  expect(lone.width).toBeCloseTo(one.width, 6);
  expect(other.x + other.width / 2).toBeLessThan(lone.x - lone.width / 2);
});
