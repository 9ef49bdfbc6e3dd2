import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { KeyboardEvent } from "react";
import type { ExecutionsSearch } from "../executions/executions-search.ts";
import { counted, number } from "../format/numbers.ts";
import { axisTop, barText, ticksOf } from "./usage-range.ts";
import type { Bar, UsageQuery } from "./usage-range.ts";
import "./bar-chart.css";

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  /** Where a bar leads: to the executions it counts. Left out for those who may not see them. */
  readonly searchFor?: ((bar: Bar) => ExecutionsSearch) | undefined;
}

/** Counts over time, each bar a link to what it counts. One stop for the Tab key; the arrow keys walk the bars. */
export function BarChart({ label, bars, gran, searchFor }: BarChartProps) {
  const [hot, setHot] = useState<number>();
  const plot = useRef<HTMLUListElement>(null);
  const last = bars.length - 1;
  // Where Tab comes in: the bar that was walked to, else the newest.
  const [stop, setStop] = useState<number>();
  const entry = Math.min(stop ?? last, last);
  const top = axisTop(Math.max(0, ...bars.map((bar) => bar.count)));
  const lines = [1, 0.75, 0.5, 0.25, 0];
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
      "aria-label": `${counted(bar.count, "execution")}, ${barText(bar)}`,
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
    <div className="chart">
      <div className="chart-y" aria-hidden="true">
        {lines.map((share) => (
          <span key={share}>{number(top * share)}</span>
        ))}
      </div>
      <div className="chart-plot">
        {lines.map((share) => (
          <i key={share} className="chart-line" style={{ top: `${(1 - share) * 100}%` }} />
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
            <strong className="num">{counted(hotBar.count, "execution")}</strong>
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
