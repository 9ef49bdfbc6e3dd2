import { expect, test } from "vitest";
import { chartModel } from "./chart-model.ts";
import { emptySpec, type ChartSpec } from "./chart-spec.ts";
import { drawingOf } from "./drawing.ts";
import type { Mark } from "./marks.ts";
import { svgFile } from "./picture-files.ts";
import { vegaLite } from "./vega-lite.ts";

const spec: ChartSpec = {
  ...emptySpec,
  encoding: {
    x: { field: "application.net income", type: "quantitative", bin: { step: 500 } },
    y: { field: "runtime.total", type: "quantitative", scale: { type: "log" } },
    color: { field: "runtime.<b>result</b>", type: "nominal" },
  },
};
const marks: readonly Mark[] = [
  { x: [500, 1000], y: 10, color: 'a & "b"', size: null, count: 3, row: 1 },
  { x: [1000, 1500], y: 100, color: "<script>", size: null, count: 1, row: 2 },
  { x: null, y: 100, color: "<script>", size: null, count: 2, row: 3 },
];
const model = chartModel(spec, new Map(), marks, { width: 400, height: 300 });

test("an SVG file holds every mark and every word, and nothing of a name becomes markup", () => {
  const file = svgFile(
    drawingOf(model, { title: "Q3 <loans>", source: "Scorecard on loans" }),
    (token) => `colour${token}`,
    '"Segoe UI", sans-serif',
  );
  expect(file.match(/fill-opacity/g)).toHaveLength(2);
  expect(file).toContain("a &amp; &quot;b&quot;");
  expect(file).toContain("&lt;script&gt;");
  expect(file).not.toMatch(/<script|<b>/);
  expect(file).toContain("runtime.total");
  expect(file).not.toContain("NaN");
  // Outside of the page it still shows its title, its source and how many records are drawn.
  for (const text of ["Q3 &lt;loans&gt;", "Scorecard on loans", "4 of 6 records in 2 marks, 2 not drawn: net income is missing"]) {
    expect(file).toContain(`>${text}</text>`);
  }
});

test("a Vega-Lite file says marks, steps, log and names that hold points", () => {
  expect(vegaLite(spec, marks, { width: 400, height: 300 })).toMatchObject({
    mark: "square",
    width: 400,
    data: { values: [{ records: 3, "application.net income": 500, "application.net income to": 1000, "runtime.total": 10 }, {}, {}] },
    encoding: {
      x: { field: String.raw`application\.net income`, type: "quantitative", bin: { binned: true, step: 500 } },
      x2: { field: String.raw`application\.net income to` },
      y: { field: String.raw`runtime\.total`, scale: { type: "log" } },
      color: { type: "nominal" },
      size: { field: "records", type: "quantitative" },
    },
  });
});
