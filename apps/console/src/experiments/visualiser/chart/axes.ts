import type { Tick } from "../../../parts/charts/ticks.ts";
import type { Size } from "../../../parts/charts/use-size.ts";
import type { Channel } from "./chart-spec.ts";
import type { LegendItem, Token } from "./colours.ts";
import { plainName, shownText, type KnownField } from "../field-kind.ts";
import { isStep, type Cell, type Mark } from "./marks.ts";
import { bandScale, linearScale, logScale, valueText, type Scale } from "./scale.ts";

interface Axis {
  readonly title: string;
  readonly ticks: readonly Tick[];
}

/** A mark as it is drawn: a square, or a bar. */
export interface DrawnMark {
  readonly mark: Mark;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly token: Token;
  /** It has no value for its size: drawn as an outline, since any size would claim one. */
  readonly isHollow: boolean;
}

/** The part of a chart between its axes. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A chart as it is drawn, whether on screen, in an SVG file or in a PNG. */
export interface ChartModel {
  readonly width: number;
  readonly height: number;
  readonly plot: Plot;
  readonly x: Axis | undefined;
  readonly y: Axis | undefined;
  readonly drawn: readonly DrawnMark[];
  readonly legend: { readonly title: string; readonly items: readonly LegendItem[] } | undefined;
  /** The legend of sizes, smallest and largest. */
  readonly sizes: { readonly title: string; readonly from: string; readonly to: string; readonly missing: number } | undefined;
  /** Records that are drawn. */
  readonly placed: number;
  /** Records that are not, and why: "net_income is missing". */
  readonly unplaced: number;
  readonly whyUnplaced: string;
}

const edges = { left: 56, right: 16, top: 12, bottom: 48 };
/** `longest` is the number of letters of the longest word along Y. */
export function plotOf(size: Size, longest = 0): Plot {
  const left = Math.min(size.width / 3, Math.max(edges.left, 12 + longest * 6.6));
  return {
    left,
    top: edges.top,
    width: Math.max(1, size.width - left - edges.right),
    height: Math.max(1, size.height - edges.top - edges.bottom),
  };
}

export const order = (one: Cell, other: Cell) =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });

/** The smallest and the largest that is drawn, without what a log scale has no place for. */
export function rangeOf(cells: Iterable<Cell>, isLog: boolean): readonly [min: number, max: number] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const cell of cells) {
    for (const value of isStep(cell) ? cell : [cell]) {
      if (typeof value !== "number" || (isLog && value <= 0)) continue;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  }
  return min > max ? [isLog ? 1 : 0, 1] : [min, max];
}

export function scaleFor(
  channel: Channel,
  cells: readonly Cell[],
  field: KnownField | undefined,
  length: number,
  isAcross: boolean,
): Scale {
  const isLog = channel.scale !== undefined;
  if (channel.type === "quantitative" || channel.bin !== undefined || cells.some(isStep)) {
    const known = !isLog && field !== undefined && channel.type === "quantitative" && channel.bin === undefined;
    const ends = known ? [Number(field.min), Number(field.max)].filter((end) => Number.isFinite(end)) : [];
    const [min, max] = rangeOf([...cells, ...ends], isLog);
    return isLog ? logScale(min, max, length) : linearScale(min, max, length);
  }
  const values = [...new Set(cells.filter((cell): cell is number | string | null => !isStep(cell)))].toSorted(order);
  return bandScale(values, length, (value) => shownText(channel.field, value), isAcross);
}

/** Why a value has no place on an axis. */
export function reasonOf({ field }: Channel, cell: Cell): string {
  return cell === null ? `${plainName(field)} is missing` : `${plainName(field)} is not above zero, on a log scale`;
}

/** Names the steps that values were put into because they are too many to draw each, and those of bars. */
export function axisTitle({ field, bin, scale }: Channel, cells: readonly Cell[], isBar = false): string {
  const step = bin === undefined || isBar ? cells.find(isStep) : undefined;
  if (step === undefined) return field;
  return scale === undefined ? `${field}, in steps of ${valueText(step[1] - step[0])}` : `${field}, in steps`;
}
