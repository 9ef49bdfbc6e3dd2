import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { ExecutionsSearch } from "../links/executions-search.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { barText, ticksOf } from "../time-range/usage-range.ts";
import type { Bar, UsageQuery } from "../time-range/usage-range.ts";
import { countAxis } from "./ticks.ts";
import "./bar-chart.css";

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  /** Bars of failed executions have the colour of errors. */
  readonly tone?: "failed" | undefined;
  /** Where a bar leads: to the executions it counts. Left out for those who may not see them. */
  readonly searchFor?: ((bar: Bar) => ExecutionsSearch) | undefined;
}

/** Counts over time, each bar a link to what it counts. One stop for the Tab key; the arrow keys walk the bars. */
export function BarChart({ label, bars, gran, tone, searchFor }: BarChartProps) {
  const [hot, setHot] = useState<number>();
  const plot = useRef<HTMLUListElement>(null);
  const last = bars.length - 1;
  // Where Tab comes in: the bar that was walked to, else the newest.
  const [stop, setStop] = useState<number>();
  const entry = Math.min(stop ?? last, last);
  const { top, ticks } = countAxis(Math.max(0, ...bars.map((bar) => bar.count)));
  const noun = tone === "failed" ? "failed execution" : "execution";
  const hotBar = hot === undefined ? undefined : bars[hot];

  const walk = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setHot(undefined);
    const next = { ArrowLeft: Math.max(0, entry - 1), ArrowRight: Math.min(last, entry + 1), Home: 0, End: last }[event.key];
    if (next === undefined) return undefined;
    event.preventDefault();
    return plot.current?.querySelectorAll<HTMLElement>("[data-bar]")[next]?.focus();
  };
  const slot = (bar: Bar, index: number) => {
    const shared = {
      "data-bar": index,
      className: index === hot ? "chart-slot hot" : "chart-slot",
      tabIndex: index === entry ? 0 : -1,
      "aria-label": `${counted(bar.count, noun)}, ${barText(bar)}`,
      onFocus: () => {
        setHot(index);
        setStop(index);
      },
      onBlur: () => setHot(undefined),
      onKeyDown: walk,
      onMouseEnter: () => setHot(index),
      onMouseLeave: () => setHot(undefined),
      children: <b style={{ height: `${(bar.count / top) * 100}%` }} />,
    };
    return searchFor === undefined ? (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold a bar that is drawn.
      <span role="img" {...shared} />
    ) : (
      <Link to="/admin/executions" search={searchFor(bar)} preload={false} {...shared} />
    );
  };
  return (
    <div className={tone === undefined ? "chart" : `chart ${tone}`}>
      <div className="chart-y" aria-hidden="true">
        {ticks.map((count) => (
          <span key={count} style={{ top: `calc((100% - 16px) * ${1 - count / top})` }}>
            {number(count)}
          </span>
        ))}
      </div>
      <div className="chart-plot">
        {ticks.map((count) => (
          <i key={count} className="chart-line" style={{ top: `${(1 - count / top) * 100}%` }} />
        ))}
        <ul ref={plot} className={bars.length > 40 ? "chart-bars thin" : "chart-bars"} aria-label={label}>
          {bars.map((bar, index) => (
            <li key={bar.start.getTime()}>{slot(bar, index)}</li>
          ))}
        </ul>
        {hotBar && hot !== undefined && (
          <div
            className={`chart-tip${hot < bars.length / 6 ? " left" : hot > (bars.length * 5) / 6 ? " right" : ""}`}
            aria-hidden="true"
            style={{ left: `${((hot + 0.5) / bars.length) * 100}%`, bottom: `${Math.min(60, (hotBar.count / top) * 100)}%` }}
          >
            <strong className="num">{counted(hotBar.count, noun)}</strong>
            <span>{barText(hotBar)}</span>
            {searchFor !== undefined && hotBar.count > 0 && <span>Click to see them</span>}
          </div>
        )}
      </div>
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
