import type { WhatIfFields } from "@airlock/contract";
import { tickText, ticksBetween } from "../parts/charts/ticks.ts";
import { outcomeColour, outcomeText } from "../parts/outcome-mix/outcome-words.ts";
import { number } from "../ui/format/numbers.ts";

interface HistogramProps {
  readonly values: Pick<WhatIfFields["values"][number], "min" | "max" | "bins">;
  /** In the order of their colours. */
  readonly outcomes: readonly string[];
  /** Ends of the axis that it is drawn on, which may be wider than its values. */
  readonly min: number;
  readonly max: number;
  /** Dashed lines. */
  readonly lines: readonly number[];
}

/** Values by outcome, with the number of rows at the left. */
export function Histogram({ values, outcomes, min, max, lines }: HistogramProps) {
  const highest = Math.max(1, ...values.bins.map((bin) => bin.reduce((sum, { count }) => sum + count, 0)));
  const ticks = ticksBetween(0, highest, 3).filter((tick) => Number.isInteger(tick));
  const top = Math.max(highest, ticks.at(-1) ?? 0);
  const place = (value: number) => placeOf(value, min, max);
  const step = (values.max - values.min) / values.bins.length;
  return (
    <div className="sl-hist" aria-hidden="true">
      {ticks.map((tick) => (
        <em key={tick} className="num" style={{ bottom: `${(tick / top) * 100}%` }}>
          {tickText(tick, ticks)}
        </em>
      ))}
      <div className="sl-bars" style={{ left: `${place(values.min)}%`, width: `${place(values.max) - place(values.min)}%` }}>
        {values.bins.map((bin, at) => (
          <span key={at} title={binText(bin, values.min + at * step, values.min + (at + 1) * step)}>
            {bin
              .toSorted((one, other) => outcomes.indexOf(one.outcome) - outcomes.indexOf(other.outcome))
              .map(({ outcome, count }) => (
                <i
                  key={outcome}
                  style={{ height: `${(count / top) * 100}%`, background: outcomeColour(outcome, outcomes.indexOf(outcome)) }}
                />
              ))}
          </span>
        ))}
      </div>
      {lines.map((value, at) => (
        <b key={at} style={{ left: `${place(value)}%` }} />
      ))}
    </div>
  );
}

/** In per cent of the axis. */
export function placeOf(value: number, min: number, max: number): number {
  return Math.max(0, Math.min(100, ((value - min) / (max - min || 1)) * 100));
}

function binText(bin: HistogramProps["values"]["bins"][number], from: number, to: number): string {
  const range = `${number(Number(from.toPrecision(6)))} to ${number(Number(to.toPrecision(6)))}`;
  return [range, ...bin.map(({ outcome, count }) => `${outcomeText(outcome)}: ${number(count)}`)].join("\n");
}
