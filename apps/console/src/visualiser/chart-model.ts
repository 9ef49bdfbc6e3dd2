import { channelOf, type Channel, type ChartSpec } from "./chart-spec.ts";
import { coloursOf, type LegendItem, type Token } from "./colours.ts";
import type { KnownField } from "./field-kind.ts";
import { isStep, middleOf, type Cell, type Mark } from "./marks.ts";
import { bandScale, linearScale, logScale, missing, valueText, type Scale, type Tick } from "./scale.ts";

export interface Axis {
  readonly title: string;
  readonly ticks: readonly Tick[];
}

export interface Square {
  readonly mark: Mark;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly side: number;
  readonly token: Token;
}

/** A chart as it is drawn, whether on screen, in an SVG file or in a PNG. */
export interface ChartModel {
  readonly width: number;
  readonly height: number;
  readonly plot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly x: Axis | undefined;
  readonly y: Axis | undefined;
  readonly squares: readonly Square[];
  readonly legend: { readonly title: string; readonly items: readonly LegendItem[] } | undefined;
  /** What the size says, smallest and largest. */
  readonly sizes: { readonly title: string; readonly from: string; readonly to: string } | undefined;
  /** Records that have no place: a value is missing, or is not above zero on a log scale. */
  readonly unplaced: number;
}

const edges = { left: 56, right: 16, top: 12, bottom: 48 };
const usualSide = 7;
const [smallest, largest] = [4, 20];

const order = (one: Cell, other: Cell) =>
  typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other), "en", { numeric: true });

/** The smallest and the largest that is drawn, without what a log scale has no place for. */
function rangeOf(cells: Iterable<Cell>, isLog: boolean): readonly [min: number, max: number] {
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

function scaleFor(channel: Channel, cells: readonly Cell[], field: KnownField | undefined, length: number): Scale {
  const isLog = channel.scale !== undefined;
  if (channel.type === "quantitative" || channel.bin !== undefined || cells.some(isStep)) {
    const known = !isLog && field !== undefined && channel.type === "quantitative" && channel.bin === undefined;
    const ends = known ? [Number(field.min), Number(field.max)].filter((end) => Number.isFinite(end)) : [];
    const [min, max] = rangeOf([...cells, ...ends], isLog);
    return isLog ? logScale(min, max, length) : linearScale(min, max, length);
  }
  return bandScale([...new Set(cells.filter((cell): cell is number | string | null => !isStep(cell)))].toSorted(order), length);
}

/** The area of a square grows with what it stands for. */
function sidesOf(channel: Channel | undefined, marks: readonly Mark[]): { side: (mark: Mark) => number; told: ChartModel["sizes"] } {
  const isLog = channel?.scale !== undefined;
  const amount = ({ size, count }: Mark) => {
    const value = channel === undefined ? count : middleOf(size, isLog);
    return typeof value === "number" ? value : undefined;
  };
  const [min, max] = rangeOf(
    marks.map((mark) => amount(mark) ?? null),
    isLog,
  );
  const title = channel?.field ?? "records";
  if (channel?.type === "nominal") {
    const values = [...new Set(marks.map(({ size }) => size))].toSorted(order);
    const step = (largest - smallest) / Math.max(1, values.length - 1);
    const told = { title, from: String(values[0] ?? missing), to: String(values.at(-1) ?? missing) };
    return { side: ({ size }) => smallest + step * values.indexOf(size), told };
  }
  if (min === max) return { side: () => usualSide, told: undefined };
  const told = { title, from: valueText(min), to: valueText(max) };
  // Twice the records are twice the usual area, as long as the most of them are not too large for it.
  if (channel === undefined) {
    const side = ({ count }: Mark) => Math.max(smallest, Math.min(usualSide * Math.sqrt(count), largest * Math.sqrt(count / max)));
    // A few records in one place are told by the mark itself.
    return { side, told: max > 4 ? told : undefined };
  }
  const base = Math.min(0, min);
  const share = (value: number) => (isLog ? Math.log10(value / min) / Math.log10(max / min) : (value - base) / (max - base));
  return {
    side: (mark) => {
      const value = amount(mark);
      if (value === undefined || (isLog && value <= 0)) return smallest;
      return Math.max(smallest, largest * Math.sqrt(Math.max(0, share(value))));
    },
    told,
  };
}

/** From what is asked for and what there is to what is drawn. Without X or Y the marks stand in the middle of it. */
export function chartModel(
  spec: ChartSpec,
  fields: ReadonlyMap<string, KnownField>,
  marks: readonly Mark[],
  size: { readonly width: number; readonly height: number },
): ChartModel {
  const [x, y, color] = [channelOf(spec, "x"), channelOf(spec, "y"), channelOf(spec, "color")];
  const longest = y === undefined || y.type === "quantitative" ? 0 : Math.max(0, ...marks.map(({ y: cell }) => String(cell).length));
  const left = Math.min(size.width / 3, Math.max(edges.left, 12 + longest * 6.6));
  const plot = {
    left,
    top: edges.top,
    width: Math.max(1, size.width - left - edges.right),
    height: Math.max(1, size.height - edges.top - edges.bottom),
  };
  const across =
    x &&
    scaleFor(
      x,
      marks.map((mark) => mark.x),
      fields.get(x.field),
      plot.width,
    );
  const up =
    y &&
    scaleFor(
      y,
      marks.map((mark) => mark.y),
      fields.get(y.field),
      plot.height,
    );
  const colours = coloursOf(color, marks);
  const sides = sidesOf(channelOf(spec, "size"), marks);
  const squares: Square[] = [];
  let unplaced = 0;
  for (const mark of marks) {
    const atX = across ? across.place(middleOf(mark.x, x?.scale !== undefined)) : plot.width / 2;
    const atY = up ? up.place(middleOf(mark.y, y?.scale !== undefined)) : plot.height / 2;
    if (atX === undefined || atY === undefined) unplaced += mark.count;
    else squares.push({ mark, x: plot.left + atX, y: plot.top + plot.height - atY, side: sides.side(mark), token: colours.of(mark.color) });
  }
  const axis = (channel: Channel | undefined, scale: Scale | undefined, place: (at: number) => number): Axis | undefined =>
    channel && scale && { title: channel.field, ticks: scale.ticks.map(({ at, text }) => ({ at: place(at), text })) };
  return {
    ...size,
    plot,
    x: axis(x, across, (at) => plot.left + at),
    y: axis(y, up, (at) => plot.top + plot.height - at),
    // Large ones lie under small ones, so that none is hidden wholly.
    squares: squares.toSorted((one, other) => other.side - one.side),
    legend: color && { title: color.field, items: colours.legend },
    sizes: sides.told,
    unplaced,
  };
}
