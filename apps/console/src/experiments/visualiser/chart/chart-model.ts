import type { Size } from "../../../parts/charts/use-size.ts";
import { axisTitle, order, plotOf, rangeOf, reasonOf, scaleFor, type ChartModel, type DrawnMark } from "./axes.ts";
import { barModel } from "./bar-model.ts";
import { channelOf, isBars, meanTitle, type Channel, type ChartSpec } from "./chart-spec.ts";
import { coloursOf } from "./colours.ts";
import type { KnownField } from "../field-kind.ts";
import { isMean, middleOf, type Cell, type Mark } from "./marks.ts";
import { missing, valueText, type Scale } from "./scale.ts";

const usualSide = 7;
const [smallest, largest] = [4, 20];

interface Sides {
  /** Undefined for a mark that has no value to be sized by. */
  readonly side: (mark: Mark) => number | undefined;
  readonly sizeLegend: ChartModel["sizes"];
}

/** A field, or that its mean is shown where a mark has several records. */
function titleOf(name: "color" | "size", channel: Channel, marks: readonly Mark[]): string {
  return isMean(name, channel) && marks.some(({ count }) => count > 1) ? meanTitle(channel.field) : channel.field;
}

/** The area of a square grows with the value that it shows. */
function sidesOf(channel: Channel | undefined, marks: readonly Mark[]): Sides {
  const isLog = channel?.scale !== undefined;
  const amount = ({ size, count }: Mark) => {
    const value = channel === undefined ? count : middleOf(size, isLog);
    return typeof value === "number" ? value : undefined;
  };
  const [min, max] = rangeOf(
    marks.map((mark) => amount(mark) ?? null),
    isLog,
  );
  const title = channel === undefined ? "records" : titleOf("size", channel, marks);
  const isMissing = (mark: Mark) => {
    const value = amount(mark);
    return channel?.type === "nominal" ? mark.size === null : value === undefined || (isLog && value <= 0);
  };
  const none = marks.reduce((sum, mark) => sum + (isMissing(mark) ? mark.count : 0), 0);
  if (channel?.type === "nominal") {
    const values = [...new Set(marks.flatMap(({ size }) => (size === null ? [] : [size])))].toSorted(order);
    const step = (largest - smallest) / Math.max(1, values.length - 1);
    const sizeLegend = { title, from: String(values[0] ?? missing), to: String(values.at(-1) ?? missing), missing: none };
    return { side: ({ size }) => (size === null ? undefined : smallest + step * values.indexOf(size)), sizeLegend };
  }
  if (min === max) return { side: (mark) => (isMissing(mark) ? undefined : usualSide), sizeLegend: undefined };
  const sizeLegend = { title, from: valueText(min), to: valueText(max), missing: none };
  // Twice the records are twice the usual area, as long as the most of them are not too large for it.
  if (channel === undefined) {
    const side = ({ count }: Mark) => Math.max(smallest, Math.min(usualSide * Math.sqrt(count), largest * Math.sqrt(count / max)));
    // Up to four rows in one mark need no legend of sizes.
    return { side, sizeLegend: max > 4 ? sizeLegend : undefined };
  }
  const base = Math.min(0, min);
  const share = (value: number) => (isLog ? Math.log10(value / min) / Math.log10(max / min) : (value - base) / (max - base));
  return {
    side: (mark) => {
      const value = amount(mark);
      if (value === undefined || isMissing(mark)) return undefined;
      return Math.max(smallest, largest * Math.sqrt(Math.max(0, share(value))));
    },
    sizeLegend,
  };
}

/** The marks and axes to draw, from the chosen columns and the rows. Without X or Y the marks are in the middle of that axis. */
export function chartModel(spec: ChartSpec, fields: ReadonlyMap<string, KnownField>, marks: readonly Mark[], size: Size): ChartModel {
  if (isBars(spec)) return barModel(spec, fields, marks, size);
  const [x, y, color] = [channelOf(spec, "x"), channelOf(spec, "y"), channelOf(spec, "color")];
  const longest = y === undefined || y.type === "quantitative" ? 0 : Math.max(0, ...marks.map(({ y: cell }) => String(cell).length));
  const plot = plotOf(size, longest);
  const scaleOf = (name: "x" | "y", channel: Channel | undefined, length: number) => {
    const cells = marks.map((mark) => mark[name]);
    return channel && scaleFor(channel, cells, fields.get(channel.field), length, name === "x");
  };
  const across = scaleOf("x", x, plot.width);
  const up = scaleOf("y", y, plot.height);
  const placed: { readonly mark: Mark; readonly x: number; readonly y: number }[] = [];
  const why = new Set<string>();
  let unplaced = 0;
  for (const mark of marks) {
    const atX = across ? across.place(middleOf(mark.x, x?.scale !== undefined)) : plot.width / 2;
    const atY = up ? up.place(middleOf(mark.y, y?.scale !== undefined)) : plot.height / 2;
    if (x && atX === undefined) why.add(reasonOf(x, mark.x));
    if (y && atY === undefined) why.add(reasonOf(y, mark.y));
    if (atX === undefined || atY === undefined) unplaced += mark.count;
    else placed.push({ mark, x: plot.left + atX, y: plot.top + plot.height - atY });
  }
  // Sizes and colours tell apart what is drawn: a large group without a place would flatten all others.
  const drawn = placed.map(({ mark }) => mark);
  const colours = coloursOf(color, drawn);
  const sides = sidesOf(channelOf(spec, "size"), drawn);
  const squares = placed.map((one): DrawnMark => {
    const side = sides.side(one.mark);
    const [width, height] = [side ?? usualSide, side ?? usualSide];
    return { ...one, width, height, isHollow: side === undefined, token: colours.of(one.mark.color) };
  });
  const axis = (channel: Channel | undefined, scale: Scale | undefined, cells: readonly Cell[], place: (at: number) => number) =>
    channel && scale && { title: axisTitle(channel, cells), ticks: scale.ticks.map(({ at, text }) => ({ at: place(at), text })) };
  return {
    ...size,
    plot,
    x: axis(
      x,
      across,
      drawn.map((mark) => mark.x),
      (at) => plot.left + at,
    ),
    y: axis(
      y,
      up,
      drawn.map((mark) => mark.y),
      (at) => plot.top + plot.height - at,
    ),
    // Large marks are drawn first, so that small ones stay visible on top of them.
    drawn: squares.toSorted((one, other) => other.width - one.width),
    legend: color && { title: titleOf("color", color, drawn), items: colours.legend },
    sizes: sides.sizeLegend,
    placed: drawn.reduce((sum, { count }) => sum + count, 0),
    unplaced,
    whyUnplaced: [...why].join(" or "),
  };
}
