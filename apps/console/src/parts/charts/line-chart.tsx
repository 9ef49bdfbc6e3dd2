import { area, line } from "d3-shape";
import { useState } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { XAxis, YAxis } from "./axes.tsx";
import { nearestAt } from "./nearest-at.ts";
import { scaleLinear } from "./scale.ts";
import { ticksBetween, tickText } from "./ticks.ts";
import { useSize } from "./use-size.ts";
import { walkRow } from "./walk.ts";
import "./charts.css";

interface ChartPoint {
  readonly x: number;
  readonly y: number;
}

interface BandPoint {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

export interface ChartLine {
  readonly name: string;
  readonly points: readonly ChartPoint[];
  /** `1` to `6` of the chart colours; the baseline is grey and dashed. */
  readonly look: 1 | 2 | 3 | 4 | 5 | 6 | "baseline";
  /** Points as well as the line between them. */
  readonly dots?: boolean;
  /** The interval around each point, drawn as an area. */
  readonly band?: readonly BandPoint[];
}

interface LineChartProps {
  /** The accessible name. */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  readonly xTitle: string;
  readonly yTitle: string;
  readonly xRange?: readonly [number, number];
  readonly yRange?: readonly [number, number];
  readonly height?: number;
  /** The text of the point under the pointer or the keyboard focus. */
  readonly pointText: (at: number) => string;
  /** A point that matters: the best iteration. */
  readonly mark?: ChartPoint | undefined;
  readonly xText?: (value: number) => string;
  readonly yText?: (value: number) => string;
}

const edge = { right: 14, top: 28, bottom: 38 };
/** Nearly that of a digit of the ticks. */
const digitWidth = 6.6;

/** Measures over a quantity. The arrow keys walk the points of the first line. */
export function LineChart(props: LineChartProps) {
  const { label, lines, xTitle, yTitle, height = 220, pointText, mark } = props;
  const [hot, setHot] = useState<number>();
  const [plot, { width }] = useSize({ width: 560, height });
  const all = lines.flatMap(({ points }) => points);
  const xTicks = ticksOf(
    all.map((one) => one.x),
    props.xRange,
    width < 420 ? 4 : 5,
  );
  const bands = lines.flatMap(({ band = [] }) => band.flatMap(({ low, high }) => [low, high]));
  const yTicks = ticksOf([...all.map((one) => one.y), ...bands], props.yRange, 5);
  const xText = props.xText ?? ((value: number) => tickText(value, xTicks));
  const yText = props.yText ?? ((value: number) => tickText(value, yTicks));
  // Millions take more room than shares do.
  const left = Math.max(40, 14 + digitWidth * Math.max(...yTicks.map((tick) => yText(tick).length)));
  const across = scaleOver(xTicks, left, width - edge.right);
  const up = scaleOver(yTicks, height - edge.bottom, edge.top);
  const pathOf = line<ChartPoint>(
    ({ x }) => across(x),
    ({ y }) => up(y),
  );
  const bandOf = area<BandPoint>(
    ({ x }) => across(x),
    ({ low }) => up(low),
    ({ high }) => up(high),
  );
  const walked = lines[0]?.points ?? [];
  const last = walked.length - 1;
  const at = hot === undefined ? undefined : walked[Math.min(hot, last)];

  const walk = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setHot(undefined);
    const next = walkRow(event.key, hot ?? last, last, Math.max(1, Math.round(walked.length / 20)));
    if (next === undefined) return undefined;
    event.preventDefault();
    return setHot(next);
  };
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * width;
    setHot(nearestAt(walked, x, across));
  };
  return (
    <div className="pc-plot" ref={plot}>
      <svg
        className="pc-svg"
        width={width}
        height={height}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing whose points are walked; no input can hold one.
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, hot ?? last)}
        aria-valuetext={last < 0 ? "Nothing yet" : pointText(hot ?? last)}
        aria-readonly="true"
        onKeyDown={walk}
        onFocus={() => setHot((now) => now ?? last)}
        onBlur={() => setHot(undefined)}
        onPointerMove={point}
        onPointerLeave={() => setHot(undefined)}
      >
        <YAxis ticks={yTicks.map((tick) => ({ at: up(tick), text: yText(tick) }))} left={left} right={width - edge.right} hasBase />
        <XAxis ticks={xTicks.map((tick) => ({ at: across(tick), text: xText(tick) }))} textAt={height - edge.bottom + 17} />
        <text className="pc-axis-title" x={(left + width - edge.right) / 2} y={height - 4} textAnchor="middle">
          {xTitle}
        </text>
        <text className="pc-axis-title" x={0} y={12}>
          {yTitle}
        </text>
        {lines.map(({ name, points, look, dots, band }) => (
          <g key={name} className={`pc-line look-${look}`}>
            {band !== undefined && <path className="pc-band" d={bandOf(band) ?? undefined} />}
            <path d={pathOf(points) ?? undefined} />
            {dots === true && points.map(({ x, y }) => <circle key={`${x} ${y}`} cx={across(x)} cy={up(y)} r={3} />)}
          </g>
        ))}
        {mark !== undefined && <circle className="pc-mark" cx={across(mark.x)} cy={up(mark.y)} r={4.5} />}
        {at !== undefined && (
          <g className="pc-hot" pointerEvents="none">
            <path d={`M${across(at.x)} ${edge.top}V${height - edge.bottom}`} />
            <circle cx={across(at.x)} cy={up(at.y)} r={4} />
          </g>
        )}
      </svg>
      <div className="pc-foot">
        <Legend lines={lines} />
        <span className="pc-point-text" aria-hidden="true">
          {hot === undefined || last < 0 ? "" : pointText(hot)}
        </span>
      </div>
    </div>
  );
}

/** One line is named by the axis. */
function Legend({ lines }: { readonly lines: readonly ChartLine[] }) {
  return (
    <span className="pc-legend" aria-hidden="true">
      {lines.length > 1 &&
        lines.map(({ name, look }) => (
          <span key={name} className={`pc-key look-${look}`}>
            {name}
          </span>
        ))}
    </span>
  );
}

function ticksOf(values: readonly number[], range: readonly [number, number] | undefined, count: number): readonly number[] {
  // A thousand points and more are no arguments of one call.
  const min = range?.[0] ?? values.reduce((smallest, value) => Math.min(smallest, value), Number.POSITIVE_INFINITY);
  const max = range?.[1] ?? values.reduce((largest, value) => Math.max(largest, value), Number.NEGATIVE_INFINITY);
  return ticksBetween(min, max, count);
}

/** From the first tick to the last. */
function scaleOver(ticks: readonly number[], from: number, to: number) {
  return scaleLinear([ticks[0] ?? 0, ticks.at(-1) ?? 1], [from, to]);
}
