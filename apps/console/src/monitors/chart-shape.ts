import type { MonitorPoint } from "@airlock/contract";
import { area, line } from "d3-shape";
import { scaleLinear } from "../parts/charts/scale.ts";

interface Box {
  readonly width: number;
  readonly height: number;
  /** The values at the bottom and at the top. */
  readonly low: number;
  readonly high: number;
}

export interface ChartShape {
  /** The value over time; gaps where it was not judged. */
  readonly line: string;
  /** The part of the line that is outside its limits. */
  readonly outside: string;
  /** Between the limits; empty without both. */
  readonly band: string;
  /** Upper and lower limit, where there is only one. */
  readonly limits: readonly string[];
  /** The newest value. */
  readonly last: { readonly x: number; readonly y: number; readonly isOutside: boolean } | undefined;
}

const isOutside = ({ value, min, max }: MonitorPoint): boolean =>
  value !== null && ((min !== null && value < min) || (max !== null && value > max));

/** What of a chart must be within its borders. */
export function extentOf(points: readonly MonitorPoint[]): readonly [low: number, high: number] {
  const values = points.flatMap(({ value, min, max }) => [value, min, max]).filter((value) => value !== null);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (values.length === 0) return [0, 1];
  return high > low ? [low, high] : [Math.max(0, low - (low || 1) / 2), high + (high || 1) / 2];
}

/** Where a time is between the first point and the last. */
export function xOf(points: readonly MonitorPoint[], millis: number, width: number): number {
  const [first = millis, last = millis] = [points[0], points.at(-1)].map((point) =>
    point === undefined ? undefined : Date.parse(point.date),
  );
  return last === first ? width : rounded(scaleLinear([first, last], [0, width])(millis));
}

export function shapeOf(points: readonly MonitorPoint[], { width, height, low, high }: Box): ChartShape {
  const up = scaleLinear([low, high], [height, 0]);
  const x = (point: MonitorPoint) => xOf(points, Date.parse(point.date), width);
  const y = (value: number | null) => rounded(up(value ?? 0));
  /** Gaps where there is no value, or one that is not wanted. */
  const path = (of: (point: MonitorPoint) => number | null, isWanted: (index: number) => boolean = () => true) =>
    line<MonitorPoint>(x, (point) => y(of(point))).defined((point, index) => of(point) !== null && isWanted(index))(points) ?? "";
  // A segment is outside when one of its ends is.
  const outside = new Set(points.flatMap((point, index) => (isOutside(point) ? [index - 1, index, index + 1] : [])));
  const bounded = points.filter(({ min, max }) => min !== null && max !== null);
  const bandPath = area<MonitorPoint>(
    x,
    ({ min }) => y(min),
    ({ max }) => y(max),
  );
  const band = bounded.length < 2 ? "" : (bandPath(bounded) ?? "");
  const newest = points.findLast(({ value }) => value !== null);
  return {
    line: path(({ value }) => value),
    outside: path(
      ({ value }) => value,
      (index) => outside.has(index),
    ),
    band,
    limits: band === "" ? [path(({ max }) => max), path(({ min }) => min)].filter((limit) => limit !== "") : [],
    last: newest === undefined ? undefined : { x: x(newest), y: y(newest.value), isOutside: isOutside(newest) },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
