import type { MonitorPoint } from "@airlock/contract";
import { tickText, type MonitorMeasureKind } from "@airlock/contract/monitor-words";
import { XAxis, YAxis } from "../parts/charts/axes.tsx";
import { scaleLinear } from "../parts/charts/scale.ts";
import { ticksBetween, type Tick } from "../parts/charts/ticks.ts";
import { useSize } from "../parts/charts/use-size.ts";
import { clock, dayAndMonth, weekday } from "../ui/format/dates.ts";
import { extentOf, shapeOf, xOf } from "./chart-shape.ts";

interface MonitorChartProps {
  readonly label: string;
  readonly points: readonly MonitorPoint[];
  readonly kind: MonitorMeasureKind;
  readonly isCompared: boolean;
  readonly began?: string | undefined;
  readonly ended?: string | null | undefined;
}

const height = 168;
const left = 56;
const dayMillis = 86_400_000;

/** The value over time with what it may be. From the time a firing began, the background is red. */
export function MonitorChart({ label, points, kind, isCompared, began, ended }: MonitorChartProps) {
  const [plot, { width: outer }] = useSize({ width: 480, height });
  if (points.length < 2) {
    return <p className="helper monitor-no-chart">The chart begins when the monitor has been evaluated twice.</p>;
  }
  const width = Math.max(120, outer - left - 8);
  const ticks = ticksBetween(...extentOf(points), 4);
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const { line, outside, band, limits, last } = shapeOf(points, { width, height, low, high });
  const up = scaleLinear([low, high], [height, 0]);
  const within = (millis: number) => Math.min(width, Math.max(0, xOf(points, millis, width)));
  const [from, to] = [
    began === undefined ? undefined : within(Date.parse(began)),
    within(ended ? Date.parse(ended) : Number.MAX_SAFE_INTEGER),
  ];
  return (
    <figure className="monitor-chart">
      <figcaption>
        <span className="monitor-key line">Value</span>
        {isCompared ? (
          <span className="monitor-key band">Range of the last four weeks</span>
        ) : (
          <span className="monitor-key limit">Limit</span>
        )}
      </figcaption>
      <div ref={plot}>
        {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold lines that are drawn. */}
        <svg className="pc-svg" width={outer} height={height + 32} role="img" aria-label={label}>
          <g transform={`translate(${left} 8)`}>
            <YAxis
              ticks={ticks.map((tick) => ({
                at: up(tick),
                text: tickText(kind, tick),
              }))}
              left={0}
              right={width}
            />
            {band !== "" && <path className="monitor-band" d={band} />}
            {limits.map((limit) => (
              <path key={limit} className="monitor-limit" d={limit} />
            ))}
            {from !== undefined && (
              <>
                <rect className="monitor-fired" x={from} y="0" width={Math.max(0, to - from)} height={height} />
                <path className="monitor-began" d={`M${from} 0V${height}`} />
              </>
            )}
            <path className="monitor-line" d={line} />
            <path className="monitor-outside" d={outside} />
            {last !== undefined && (
              <circle className={last.isOutside ? "monitor-dot outside" : "monitor-dot"} cx={last.x} cy={last.y} r="4" />
            )}
            <XAxis ticks={timesOf(points, width)} textAt={height + 18} />
          </g>
        </svg>
      </div>
    </figure>
  );
}

/** Four times between the first point and the last. */
function timesOf(points: readonly MonitorPoint[], width: number): readonly Tick[] {
  const [first, last] = [Date.parse(points[0]?.date ?? ""), Date.parse(points.at(-1)?.date ?? "")];
  return [0.1, 0.37, 0.63, 0.9].map((share) => {
    const millis = Math.round(first + share * (last - first));
    return { at: xOf(points, millis, width), text: timeText(new Date(millis), last - first) };
  });
}

function timeText(date: Date, span: number): string {
  if (span <= dayMillis) return clock(date);
  return span > 4 * dayMillis ? dayAndMonth(date) : `${weekday(date)}, ${clock(date)}`;
}
