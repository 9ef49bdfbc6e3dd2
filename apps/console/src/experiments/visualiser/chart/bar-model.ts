import type { Size } from "../../../parts/charts/use-size.ts";
import type { KnownField } from "../field-kind.ts";
import { axisTitle, plotOf, reasonOf, scaleFor, type ChartModel, type DrawnMark } from "./axes.ts";
import { channelOf, countTitle, meanTitle, type Channel, type ChartSpec } from "./chart-spec.ts";
import { coloursOf, type Colours } from "./colours.ts";
import { isMean, isStep, middleOf, type Cell, type Mark } from "./marks.ts";
import { barScale, type Scale } from "./scale.ts";

/** Of the width that a value has for itself. */
const bandShare = 0.8;
/** Where there is neither a step nor a band. */
const loneWidth = 48;
/** Between two bars. */
const gap = 1;

interface Across {
  readonly from: number;
  readonly width: number;
}

/** Where bars of a value begin and how wide they are together; undefined for a value without a place. */
function acrossOf(cell: Cell, scale: Scale | undefined, plotWidth: number): Across | undefined {
  if (scale === undefined) return { from: (plotWidth - loneWidth) / 2, width: loneWidth };
  if (isStep(cell)) {
    const [from, to] = [scale.place(cell[0]), scale.place(cell[1])];
    return from === undefined || to === undefined ? undefined : { from, width: Math.max(1, to - from - gap) };
  }
  const at = scale.place(cell);
  const width = scale.band === undefined ? loneWidth : Math.max(1, scale.band * bandShare);
  return at === undefined ? undefined : { from: at - width / 2, width };
}

interface Bar {
  readonly mark: Mark;
  readonly across: Across;
  /** Values along Y. */
  readonly low: number;
  readonly high: number;
}

/** Counts of one value on X are stacked: together they are as high as all its records. */
function stacked(marks: readonly Mark[], across: Across): readonly Bar[] {
  let low = 0;
  return marks.map((mark) => {
    const bar = { mark, across, low, high: low + mark.count };
    low = bar.high;
    return bar;
  });
}

/** Means cannot be added up: bars of one value on X are side by side. */
function sideBySide(marks: readonly Mark[], { from, width }: Across, slots: number): readonly Bar[] {
  const each = width / slots;
  return marks.flatMap((mark, index) => {
    if (typeof mark.y !== "number") return [];
    return [{ mark, across: { from: from + index * each, width: each }, low: Math.min(0, mark.y), high: Math.max(0, mark.y) }];
  });
}

/** Each value of X with its marks, in the order of the legend. */
function byX(marks: readonly Mark[], colours: Colours): readonly (readonly [Cell, readonly Mark[]])[] {
  const rank = new Map(colours.legend.map(({ token }, index) => [token, index]));
  const inTurn = marks.toSorted((one, other) => (rank.get(colours.of(one.color)) ?? 0) - (rank.get(colours.of(other.color)) ?? 0));
  const groups = new Map<string, [Cell, Mark[]]>();
  for (const mark of inTurn) {
    const key = JSON.stringify(mark.x);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [mark.x, [mark]]);
    else group[1].push(mark);
  }
  return [...groups.values()];
}

/** The value that the height of bars shows. Records without a value are not part of a mean. */
function heightTitle(mean: Channel | undefined, field: KnownField | undefined): string {
  if (mean === undefined) return countTitle;
  return (field?.nulls ?? 0) > 0 ? `${meanTitle(mean.field)}, where it is not missing` : meanTitle(mean.field);
}

/** Bars as high as their number of records, or as the mean of a field. */
export function barModel(spec: ChartSpec, fields: ReadonlyMap<string, KnownField>, marks: readonly Mark[], size: Size): ChartModel {
  const [x, mean, color] = [channelOf(spec, "x"), channelOf(spec, "y"), channelOf(spec, "color")];
  const plot = plotOf(size);
  const cells = marks.map((mark) => mark.x);
  const scale = x && scaleFor(x, cells, fields.get(x.field), plot.width, true);
  const why = new Set<string>();
  const placeable = marks.filter((mark) => {
    const hasPlace = scale === undefined || scale.place(middleOf(mark.x)) !== undefined;
    const hasHeight = mean === undefined || typeof mark.y === "number";
    if (x && !hasPlace) why.add(reasonOf(x, mark.x));
    if (mean && !hasHeight) why.add(reasonOf(mean, mark.y));
    return hasPlace && hasHeight;
  });
  const colours = coloursOf(color, placeable);
  const groups = byX(placeable, colours);
  // Equal widths everywhere: a wide bar would look like more.
  const slots = Math.max(1, ...groups.map(([, group]) => group.length));
  const bars = groups.flatMap(([cell, group]) => {
    const across = acrossOf(cell, scale, plot.width);
    if (across === undefined) return [];
    return mean === undefined ? stacked(group, across) : sideBySide(group, across, slots);
  });
  const up = barScale(Math.min(0, ...bars.map(({ low }) => low)), Math.max(0, ...bars.map(({ high }) => high)), plot.height, !mean);
  const bottom = plot.top + plot.height;
  const drawn = bars.map(({ mark, across, low, high }): DrawnMark => {
    const [from, to] = [up.place(low) ?? 0, up.place(high) ?? 0];
    return {
      mark,
      x: plot.left + across.from + across.width / 2,
      y: bottom - (from + to) / 2,
      width: across.width,
      height: to - from,
      token: colours.of(mark.color),
      isHollow: false,
    };
  });
  const placed = drawn.reduce((sum, { mark }) => sum + mark.count, 0);
  return {
    ...size,
    plot,
    x: x && scale && { title: axisTitle(x, cells, true), ticks: scale.ticks.map(({ at, text }) => ({ at: plot.left + at, text })) },
    y: { title: heightTitle(mean, mean && fields.get(mean.field)), ticks: up.ticks.map(({ at, text }) => ({ at: bottom - at, text })) },
    drawn,
    legend: color && { title: isMean("color", color) ? meanTitle(color.field) : color.field, items: colours.legend },
    sizes: undefined,
    placed,
    unplaced: marks.reduce((sum, { count }) => sum + count, 0) - placed,
    whyUnplaced: [...why].join(" or "),
  };
}
