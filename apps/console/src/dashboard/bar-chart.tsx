import { useState } from "react";
import type { KeyboardEvent } from "react";
import { counted, number } from "../format/numbers.ts";
import { axisTop, barText, ticksOf } from "./usage-range.ts";
import type { Bar, UsageQuery } from "./usage-range.ts";
import "./bar-chart.css";

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
}

/** Counts over time. The arrow keys walk the bars; a table behind the picture says the same to those who do not see it. */
export function BarChart({ label, bars, gran }: BarChartProps) {
  const [hot, setHot] = useState<number>();
  const top = axisTop(Math.max(0, ...bars.map((bar) => bar.count)));
  const lines = [1, 0.75, 0.5, 0.25, 0];
  const hotBar = hot === undefined ? undefined : bars[hot];

  const walk = (event: KeyboardEvent) => {
    const last = bars.length - 1;
    const next: Record<string, number | undefined> = {
      ArrowLeft: Math.max(0, (hot ?? bars.length) - 1),
      ArrowRight: Math.min(last, (hot ?? -1) + 1),
      Home: 0,
      End: last,
      Escape: undefined,
    };
    if (!(event.key in next)) return;
    event.preventDefault();
    setHot(next[event.key]);
  };
  return (
    <div className="chart">
      <div className="chart-y" aria-hidden="true">
        {lines.map((share) => (
          <span key={share}>{number(top * share)}</span>
        ))}
      </div>
      <div
        className="chart-plot"
        // Walking the bars is moving along a scale.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an input cannot be the plot.
        role="slider"
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, bars.length)}
        aria-valuenow={hot === undefined ? bars.length : hot + 1}
        aria-valuetext={hotBar ? `${counted(hotBar.count, "execution")}, ${barText(hotBar)}` : "The arrow keys walk the bars"}
        tabIndex={0}
        onKeyDown={walk}
        onBlur={() => setHot(undefined)}
        onMouseLeave={() => setHot(undefined)}
      >
        {lines.map((share) => (
          <i key={share} className="chart-line" style={{ top: `${(1 - share) * 100}%` }} />
        ))}
        <div className={bars.length > 40 ? "chart-bars thin" : "chart-bars"} aria-hidden="true">
          {bars.map((bar, index) => (
            <div key={bar.start.getTime()} className="chart-slot" onMouseEnter={() => setHot(index)}>
              <b className={index === hot ? "hot" : ""} style={{ height: `${(bar.count / top) * 100}%` }} />
            </div>
          ))}
        </div>
        {hotBar && hot !== undefined && (
          <div
            className={`chart-tip${hot < bars.length / 6 ? " left" : hot > (bars.length * 5) / 6 ? " right" : ""}`}
            style={{ left: `${((hot + 0.5) / bars.length) * 100}%`, bottom: `${Math.min(74, (hotBar.count / top) * 100)}%` }}
          >
            <strong className="num">{counted(hotBar.count, "execution")}</strong>
            <span>{barText(hotBar)}</span>
          </div>
        )}
      </div>
      <table className="sr">
        <caption>{label}</caption>
        <tbody>
          {bars.map((bar) => (
            <tr key={bar.start.getTime()}>
              <th scope="row">{barText(bar)}</th>
              <td>{number(bar.count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="chart-x" aria-hidden="true">
        {ticksOf(bars, gran).map((tick) => (
          <span key={tick.index} style={{ left: `${(tick.index / bars.length) * 100}%` }}>
            {tick.text}
          </span>
        ))}
      </div>
    </div>
  );
}
