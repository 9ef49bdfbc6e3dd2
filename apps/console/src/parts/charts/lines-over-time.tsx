import { line } from "d3-shape";
import type { ExecutionsSearch } from "../links/executions-search.ts";
import type { Bar, UsageQuery } from "../time-range/usage-range.ts";
import { ticksBetween } from "./ticks.ts";
import { TimeChart } from "./time-chart.tsx";
import "./charts.css";

interface TimeLine {
  readonly name: string;
  /** One value a bar; null where there is none, which breaks the line. */
  readonly values: readonly (number | null)[];
  readonly look: 1 | 5;
}

interface LinesOverTimeProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  readonly lines: readonly TimeLine[];
  readonly tickText: (value: number, ticks: readonly number[]) => string;
  readonly valueText: (value: number) => string;
  readonly searchFor?: ((bar: Bar) => ExecutionsSearch) | undefined;
}

/** Measures over time, from zero. */
export function LinesOverTime({ label, bars, gran, lines, tickText, valueText, searchFor }: LinesOverTimeProps) {
  const highest = lines.flatMap(({ values }) => values).reduce<number>((max, value) => Math.max(max, value ?? 0), 0);
  const ticks = ticksBetween(0, highest, 4).toReversed();
  const axis = { top: ticks[0] ?? 1, ticks, text: (tick: number) => tickText(tick, ticks) };
  // A value alone between gaps is a closed line of no length, which its round ends draw as a dot.
  const pathOf = line<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => index + 0.5)
    .y((value) => (1 - (value ?? 0) / axis.top) * 100);
  const textsAt = (index: number) =>
    lines.flatMap(({ name, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [`${name} ${valueText(value)}`];
    });
  const linesAt = (index: number) => {
    const texts = textsAt(index);
    return texts.length === 0 ? ["No executions"] : texts;
  };
  return (
    <TimeChart
      label={label}
      bars={bars}
      gran={gran}
      axis={axis}
      slotText={(index) => linesAt(index).join(", ")}
      tipLines={linesAt}
      tipAt={(index) => Math.max(0, ...lines.map(({ values }) => values[index] ?? 0))}
      overlay={
        <svg className="chart-lines" viewBox={`0 0 ${Math.max(1, bars.length)} 100`} preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ name, values, look }) => (
            <path key={name} className={`look-${look}`} d={pathOf(values) ?? undefined} />
          ))}
        </svg>
      }
      searchFor={searchFor}
    />
  );
}
