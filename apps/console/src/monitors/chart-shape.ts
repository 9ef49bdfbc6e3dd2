import type { MonitorPoint } from "@airlock/contract";

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
  return last === first ? width : rounded(((millis - first) / (last - first)) * width);
}

export function shapeOf(points: readonly MonitorPoint[], { width, height, low, high }: Box): ChartShape {
  const x = (point: MonitorPoint) => xOf(points, Date.parse(point.date), width);
  const y = (value: number) => rounded(high === low ? height / 2 : (1 - (value - low) / (high - low)) * height);
  const path = (of: (point: MonitorPoint) => number | null, wanted: (point: MonitorPoint, index: number) => boolean = () => true) => {
    let isDrawing = false;
    return points
      .map((point, index) => {
        const value = of(point);
        if (value === null || !wanted(point, index)) {
          isDrawing = false;
          return "";
        }
        const step = `${isDrawing ? "L" : "M"}${x(point)} ${y(value)}`;
        isDrawing = true;
        return step;
      })
      .join("");
  };
  // A segment is outside when one of its ends is.
  const atOutside = (point: MonitorPoint, index: number) =>
    isOutside(point) ||
    (points[index + 1] !== undefined && isOutside(points[index + 1] ?? point)) ||
    (index > 0 && isOutside(points[index - 1] ?? point));
  const bounded = points.filter(({ min, max }) => min !== null && max !== null);
  const band =
    bounded.length < 2
      ? ""
      : `M${bounded.map((point) => `${x(point)} ${y(point.max ?? 0)}`).join("L")}L${bounded
          .toReversed()
          .map((point) => `${x(point)} ${y(point.min ?? 0)}`)
          .join("L")}Z`;
  const newest = points.findLast(({ value }) => value !== null);
  return {
    line: path(({ value }) => value),
    outside: path(({ value }) => value, atOutside),
    band,
    limits: band === "" ? [path(({ max }) => max), path(({ min }) => min)].filter((text) => text !== "") : [],
    last: newest === undefined ? undefined : { x: x(newest), y: y(newest.value ?? 0), isOutside: isOutside(newest) },
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
