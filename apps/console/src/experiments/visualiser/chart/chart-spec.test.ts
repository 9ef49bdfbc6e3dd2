import { expect, test } from "vitest";
import { emptySpec, readSpec, usedFields, withChannel, withField, withoutChannel } from "./chart-spec.ts";

const all = () => true;

test("an empty spec is a square mark of 250 by 250 with nothing on it", () => {
  expect(emptySpec).toEqual({ mark: "square", width: 250, height: 250, encoding: {} });
  for (const graph of [null, undefined, "chart", [], { encoding: "x" }, { encoding: { x: { field: 1 } } }])
    expect(readSpec(graph, all)).toEqual(emptySpec);
});

test("a stored chart is read without fields that no longer exist and without unsuitable options", () => {
  const spec = readSpec(
    {
      mark: "square",
      encoding: {
        x: { field: "application.age", type: "quantitative", bin: { step: 5 }, scale: { type: "log" } },
        y: { field: "runtime.gone", type: "quantitative" },
        color: { field: "runtime.result", type: "nominal", bin: { step: 5 }, scale: { type: "log" } },
        size: { field: "application.amount", type: "ordinal", scale: { type: "log" } },
      },
    },
    (field) => field !== "runtime.gone",
  );
  expect(spec.encoding.x).toEqual({ field: "application.age", type: "quantitative", bin: { step: 5 }, scale: { type: "log" } });
  expect(spec.encoding.y).toBeUndefined();
  expect(spec.encoding.color).toEqual({ field: "runtime.result", type: "nominal" });
  expect(spec.encoding.size).toEqual({ field: "application.amount", type: "ordinal" });
});

test("a field is in one channel; a channel takes the last field that was put there", () => {
  const one = withField(emptySpec, "x", "application.age", "quantitative");
  const binned = withChannel(one, "x", { field: "application.age", type: "quantitative", bin: { step: 10 } });
  const moved = withField(binned, "y", "application.age", "quantitative");
  expect(moved.encoding.x).toBeUndefined();
  expect(moved.encoding.y).toEqual({ field: "application.age", type: "quantitative", bin: { step: 10 } });
  const replaced = withField(moved, "y", "runtime.total", "quantitative");
  expect([...usedFields(replaced)]).toEqual(["runtime.total"]);
  expect(replaced.encoding.tooltip).toEqual([{ field: "runtime.total", type: "quantitative" }]);
  expect(withoutChannel(replaced, "y")).toEqual(emptySpec);
});
