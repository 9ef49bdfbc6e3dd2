import { channelNames, channelOf, countTitle, isBars, meanTitle, type Channel, type ChartSpec } from "./chart-spec.ts";
import { isStep, type Cell, type Mark } from "./marks.ts";

/** A point or a bracket in a name is a path to Vega-Lite. */
const escapedField = (field: string) => field.replaceAll(/[.[\]\\]/g, (sign) => `\\${sign}`);

const valueOf = (cell: Cell) => (isStep(cell) ? cell[0] : cell);

function encoded(
  { field, type, bin, scale }: Channel,
  marks: readonly Mark[],
  name: (typeof channelNames)[number],
): Record<string, unknown> {
  const hasSteps = marks.some((mark) => isStep(mark[name]));
  const isPlace = name === "x" || name === "y";
  return {
    field: escapedField(field),
    type: hasSteps && !isPlace ? "ordinal" : type,
    title: field,
    ...(hasSteps && isPlace ? { bin: { binned: true, ...(bin === undefined ? {} : { step: bin.step }) } } : {}),
    ...(scale === undefined ? {} : { scale: { type: "log" } }),
  };
}

/** The chart with its marks, for any tool that reads Vega-Lite. A step is written as its two ends. */
export function vegaLite(spec: ChartSpec, marks: readonly Mark[], size: { readonly width: number; readonly height: number }): unknown {
  const used = channelNames.flatMap((name) => {
    const channel = channelOf(spec, name);
    return channel === undefined ? [] : [[name, channel] as const];
  });
  const values = marks.map((mark) => {
    const datum: Record<string, unknown> = { records: mark.count };
    for (const [name, { field }] of used) {
      const cell = mark[name];
      datum[field] = valueOf(cell);
      if (isStep(cell)) datum[`${field} to`] = cell[1];
    }
    return datum;
  });
  const encoding: Record<string, unknown> = Object.fromEntries(used.map(([name, channel]) => [name, encoded(channel, marks, name)]));
  for (const [name, { field }] of used) {
    const isPlace = name === "x" || name === "y";
    if (isPlace && marks.some((mark) => isStep(mark[name]))) encoding[`${name}2`] = { field: escapedField(`${field} to`) };
  }
  if (isBars(spec)) {
    const mean = channelOf(spec, "y");
    encoding["y"] =
      mean === undefined
        ? { field: "records", type: "quantitative", title: countTitle, stack: "zero" }
        : { field: escapedField(mean.field), type: "quantitative", title: meanTitle(mean.field), stack: null };
  } else if (channelOf(spec, "size") === undefined && marks.some(({ count }) => count > 1)) {
    encoding["size"] = { field: "records", type: "quantitative" };
  }
  encoding["tooltip"] = [
    ...used.map(([, { field, type }]) => ({ field: escapedField(field), type, title: field })),
    { field: "records", type: "quantitative" },
  ];
  return { $schema: "https://vega.github.io/schema/vega-lite/v6.json", mark: spec.mark, ...size, data: { values }, encoding };
}
