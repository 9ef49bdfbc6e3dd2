import { expect, test } from "vitest";
import { chartModel } from "./chart-model.ts";
import { emptySpec, type ChartSpec } from "./chart-spec.ts";
import { markLines } from "./mark-text.ts";
import type { Mark } from "./marks.ts";

const mark = (given: Partial<Mark>): Mark => ({ x: null, y: null, color: null, size: null, count: 1, row: 1, ...given });
const fields = new Map([
  ["application.age", { name: "application.age", min: 20, max: 60 }],
  ["runtime.total", { name: "runtime.total", min: 0, max: 700 }],
]);
const spec: ChartSpec = {
  ...emptySpec,
  encoding: {
    x: { field: "application.age", type: "quantitative" },
    y: { field: "runtime.total", type: "quantitative" },
    color: { field: "runtime.result", type: "nominal" },
  },
};
const size = { width: 798, height: 604 };

test("a larger value lies further right and further up, inside the plot", () => {
  const model = chartModel(spec, fields, [mark({ x: 20, y: 0, row: 1 }), mark({ x: 60, y: 700, row: 2 })], size);
  const [low, high] = model.drawn;
  expect(high?.x).toBeGreaterThan(low?.x ?? 0);
  expect(high?.y).toBeLessThan(low?.y ?? 0);
  for (const { x, y } of model.drawn) {
    expect(x).toBeGreaterThan(model.plot.left);
    expect(x).toBeLessThan(model.plot.left + model.plot.width);
    expect(y).toBeGreaterThan(model.plot.top);
    expect(y).toBeLessThan(model.plot.top + model.plot.height);
  }
  expect(model.x?.title).toBe("application.age");
});

test("what has no place is counted, not hidden silently", () => {
  expect(chartModel(spec, fields, [mark({ x: 20, y: null, count: 3 }), mark({ x: 20, y: 1 })], size).unplaced).toBe(3);
  const log: ChartSpec = { ...spec, encoding: { x: { field: "application.age", type: "quantitative", scale: { type: "log" } } } };
  expect(chartModel(log, fields, [mark({ x: 0, count: 2 }), mark({ x: 5 })], size).unplaced).toBe(2);
});

test("outcomes have their own colours, and the legend counts records", () => {
  const marks = [
    mark({ x: 1, y: 1, color: "Decline", count: 2 }),
    mark({ x: 2, y: 1, color: "Approve" }),
    mark({ x: 3, y: 1, color: "Refer", count: 5 }),
  ];
  const { legend } = chartModel(spec, fields, marks, size);
  expect(legend?.items).toEqual([
    { token: "--al-chart-3", text: "Approve", count: 1 },
    { token: "--al-chart-1", text: "Refer", count: 5 },
    { token: "--al-chart-2", text: "Decline", count: 2 },
  ]);
});

test("with more values than colours, the most frequent have their own and the others share one", () => {
  const marks = Array.from({ length: 9 }, (_, index) => mark({ x: index, y: 1, color: `code ${index}`, count: 10 - index }));
  const items = chartModel(spec, fields, [...marks, mark({ x: 3, y: 1, color: null })], size).legend?.items ?? [];
  expect(items.map(({ text }) => text)).toEqual(["code 0", "code 1", "code 2", "code 3", "code 4", "code 5", "3 more", "missing"]);
});

test("rows that were not decided are named so, grey, and last", () => {
  const outcome: ChartSpec = { ...spec, encoding: { ...spec.encoding, color: { field: "outcome", type: "nominal" } } };
  const marks = [mark({ x: 1, y: 1, color: "refused", count: 9 }), mark({ x: 2, y: 1, color: "completed" })];
  expect(chartModel(outcome, fields, marks, size).legend?.items).toEqual([
    { token: "--al-chart-1", text: "Completed", count: 1 },
    { token: "--al-neutral", text: "Not decided", count: 9 },
  ]);
  // The same text in another field is a value like any other.
  const other = chartModel(spec, fields, marks, size).legend?.items.map(({ text }) => text);
  expect(other).toEqual(["completed", "refused"]);
});

test("a measured colour has five steps, and records make squares larger where no field does", () => {
  const measured: ChartSpec = { ...spec, encoding: { ...spec.encoding, color: { field: "runtime.total", type: "quantitative" } } };
  const marks = Array.from({ length: 11 }, (_, index) => mark({ x: index, y: index, color: index * 10, count: index + 1 }));
  const model = chartModel(measured, fields, marks, size);
  expect(model.legend?.items.map(({ text }) => text)).toEqual(["0 to 20", "20 to 40", "40 to 60", "60 to 80", "80 to 100"]);
  expect(model.sizes).toEqual({ title: "records", from: "1", to: "11", missing: 0 });
  expect(model.drawn[0]?.width).toBeGreaterThan(model.drawn.at(-1)?.width ?? 0);
  const few = chartModel(spec, fields, [mark({ x: 1, y: 1 }), mark({ x: 2, y: 1, count: 2 })], size).drawn.map(({ width }) => width);
  expect(few).toEqual([7 * Math.SQRT2, 7]);
  const many = chartModel(spec, fields, [mark({ x: 1, y: 1 }), mark({ x: 2, y: 1, count: 4000 })], size).drawn.map(({ width }) => width);
  expect(many).toEqual([20, 4]);
});

test("sizes, colours and counts are of what is drawn", () => {
  const undrawn = mark({ x: null, y: 1, color: "Refer", count: 3629 });
  const model = chartModel(
    spec,
    fields,
    [mark({ x: 1, y: 1, count: 2, color: "Approve" }), mark({ x: 2, y: 1, count: 795 }), undrawn],
    size,
  );
  expect(model.sizes).toEqual({ title: "records", from: "2", to: "795", missing: 0 });
  expect(model.drawn.map(({ width }) => width)).toEqual([20, 4]);
  expect(model.legend?.items.map(({ text }) => text)).not.toContain("Refer");
  expect([model.placed, model.unplaced, model.whyUnplaced]).toEqual([797, 3629, "age is missing"]);
});

test("a record without a value for its size is an outline of the usual size, and counted", () => {
  const sized: ChartSpec = { ...spec, encoding: { ...spec.encoding, size: { field: "runtime.total", type: "quantitative" } } };
  const marks = [mark({ x: 1, y: 1, size: 0 }), mark({ x: 2, y: 1, size: 100 }), mark({ x: 3, y: 1, size: null })];
  const model = chartModel(sized, fields, marks, size);
  expect(model.drawn.map(({ mark: { size: value }, width, isHollow }) => [value, width, isHollow])).toEqual([
    [100, 20, false],
    [null, 7, true],
    [0, 4, false],
  ]);
  expect(model.sizes).toEqual({ title: "runtime.total", from: "0", to: "100", missing: 1 });
});

test("a mean is called one where a mark stands for several records", () => {
  const sized: ChartSpec = { ...spec, encoding: { ...spec.encoding, size: { field: "runtime.total", type: "quantitative" } } };
  const marks = [mark({ x: 1, y: 1, size: 0, count: 2 }), mark({ x: 2, y: 1, size: 100 })];
  expect(chartModel(sized, fields, marks, size).sizes?.title).toBe("mean of runtime.total");
  expect(marks.map((one) => markLines(one, sized).at(-1)?.[0])).toEqual(["mean of runtime.total", "runtime.total"]);
});

test("an axis names the steps that its values were put into", () => {
  const model = chartModel(spec, fields, [mark({ x: [0, 50], y: 1 }), mark({ x: [50, 100], y: 1 })], size);
  expect(model.x?.title).toBe("application.age, in steps of 50");
});
