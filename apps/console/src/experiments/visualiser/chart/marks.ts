import type { MarksAnswer, MarksQuestion, RecordFilter, ResultRow } from "@airlock/contract";
import { channelNames, channelOf, type Channel, type ChannelName, type ChartSpec } from "./chart-spec.ts";

export type Value = number | string | null;

/** A value, or from and up to without. */
export type Cell = Value | readonly [from: number, to: number];

/** One square or bar: records that share a place, and colour and size where these are not means. */
export interface Mark {
  readonly x: Cell;
  readonly y: Cell;
  readonly color: Cell;
  readonly size: Cell;
  readonly count: number;
  /** The first of its records. */
  readonly row: number;
  /** The group of values beyond the limit of distinct ones: its records cannot be requested separately. */
  readonly rest?: true;
}

export function isStep(cell: Cell): cell is readonly [from: number, to: number] {
  return Array.isArray(cell);
}

export function valueIn(row: ResultRow, field: string): Value {
  const value = row[field];
  return typeof value === "number" || typeof value === "string" ? value : null;
}

/** The step a value falls into; a missing one has none. */
export function stepOf(value: Value, step: number): Cell {
  if (typeof value !== "number") return null;
  const count = Math.floor(Number((value / step).toPrecision(12)));
  return [Number((count * step).toPrecision(12)), Number(((count + 1) * step).toPrecision(12))];
}

/** Quantitative colours and sizes are means, and so is Y with that aggregate. Every other channel separates marks. */
export function isMean(name: ChannelName, { type, bin, aggregate }: Channel): boolean {
  return aggregate === "mean" || ((name === "color" || name === "size") && type === "quantitative" && bin === undefined);
}

/** The mean of what is numbers. */
class Mean {
  private sum = 0;
  private count = 0;

  add(value: Value): void {
    if (typeof value !== "number") return;
    this.sum += value;
    this.count += 1;
  }

  get value(): Value {
    return this.count > 0 ? this.sum / this.count : null;
  }
}

interface Gathering {
  readonly cells: Record<ChannelName, Cell>;
  readonly means: Record<ChannelName, Mean>;
  readonly row: number;
  count: number;
}

/** Records that fall together are one mark, as the server does it for results that are larger than what comes with them. */
export function marksOf(rows: readonly ResultRow[], spec: ChartSpec): readonly Mark[] {
  const channels = channelNames.map((name) => [name, channelOf(spec, name)] as const);
  const gathered = new Map<string, Gathering>();
  for (const row of rows) {
    const cells: Record<ChannelName, Cell> = { x: null, y: null, color: null, size: null };
    for (const [name, channel] of channels) {
      if (channel === undefined || isMean(name, channel)) continue;
      const value = valueIn(row, channel.field);
      cells[name] = channel.bin === undefined ? value : stepOf(value, channel.bin.step);
    }
    const key = JSON.stringify(cells);
    let one = gathered.get(key);
    if (one === undefined) {
      const means = { x: new Mean(), y: new Mean(), color: new Mean(), size: new Mean() };
      gathered.set(key, (one = { cells, means, row: row.row, count: 0 }));
    }
    one.count += 1;
    for (const [name, channel] of channels) {
      if (channel !== undefined && isMean(name, channel)) one.means[name].add(valueIn(row, channel.field));
    }
  }
  const isMeanOf = Object.fromEntries(channels.map(([name, channel]) => [name, channel !== undefined && isMean(name, channel)]));
  return [...gathered.values()].map(({ cells, means, row, count }) => ({
    x: cells.x,
    y: isMeanOf["y"] ? means.y.value : cells.y,
    color: isMeanOf["color"] ? means.color.value : cells.color,
    size: isMeanOf["size"] ? means.size.value : cells.size,
    count,
    row,
  }));
}

/** The request for the marks of the same chart. */
export function marksQuestion(spec: ChartSpec): Partial<MarksQuestion> {
  const entries = channelNames.flatMap((name) => {
    const channel = channelOf(spec, name);
    if (channel === undefined) return [];
    const { field, bin = false, scale, aggregate } = channel;
    return [[name, { field, bin, log: scale !== undefined, ...(aggregate === undefined ? {} : { aggregate }) }] as const];
  });
  return Object.fromEntries(entries);
}

type Place = NonNullable<MarksAnswer["marks"][number]["x"]>;

function cellIn(place: Place | undefined, restOf: number): Cell {
  if (place === undefined) return null;
  if (place.rest) return `${restOf} more values`;
  return place.to === undefined || typeof place.value !== "number" ? place.value : [place.value, place.to];
}

export function marksIn({ marks, channels }: MarksAnswer): readonly Mark[] {
  return marks.map((mark) => ({
    x: cellIn(mark.x, channels.x?.rest ?? 0),
    y: cellIn(mark.y, channels.y?.rest ?? 0),
    color: cellIn(mark.color, channels.color?.rest ?? 0),
    size: cellIn(mark.size, channels.size?.rest ?? 0),
    count: mark.count,
    row: mark.row,
    ...(channelNames.some((name) => mark[name]?.rest) ? { rest: true as const } : {}),
  }));
}

/** Where a cell is drawn: in the middle of its step. */
export function middleOf(cell: Cell, isLog = false): Value {
  if (!isStep(cell)) return cell;
  const [from, to] = cell;
  return isLog && from > 0 ? Math.sqrt(from * to) : (from + to) / 2;
}

/** The filters that select the rows of a mark. */
export function filtersOf(mark: Mark, spec: ChartSpec): readonly RecordFilter[] {
  return channelNames.flatMap((name) => {
    const channel = channelOf(spec, name);
    if (channel === undefined || isMean(name, channel)) return [];
    const { field } = channel;
    const cell = mark[name];
    return [isStep(cell) ? { field, from: cell[0], to: cell[1] } : { field, value: cell }];
  });
}

/** Whether a record is one of a mark's. */
export function fits(row: ResultRow, filters: readonly RecordFilter[]): boolean {
  return filters.every((filter) => {
    const value = valueIn(row, filter.field);
    if ("value" in filter) return value === filter.value;
    return typeof value === "number" && value >= (filter.from ?? -Infinity) && value < (filter.to ?? Infinity);
  });
}
