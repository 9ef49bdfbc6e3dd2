import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import type { KeyboardEvent, ReactNode } from "react";
import type { ExecutionsSearch } from "../links/executions-search.ts";
import { barText, ticksOf } from "../time-range/usage-range.ts";
import type { Bar, UsageQuery } from "../time-range/usage-range.ts";
import { ChartTip } from "./chart-tip.tsx";
import { walkRow } from "./walk.ts";
import "./bar-chart.css";

interface ChartAxis {
  readonly top: number;
  /** Positions of the grid lines from the top down. */
  readonly ticks: readonly number[];
  readonly text: (tick: number) => string;
}

interface TimeChartProps {
  readonly label: string;
  readonly className?: string | undefined;
  /** One slot each; their count is what leads to executions. */
  readonly bars: readonly Bar[];
  readonly gran: UsageQuery["gran"];
  readonly axis: ChartAxis;
  /** What the chart shows in a slot, in words. */
  readonly slotText: (index: number) => string;
  /** The same for the tip, a line each, the first of them in bold. */
  readonly tipLines: (index: number) => readonly string[];
  /** How high the tip is, in values of the axis. */
  readonly tipAt: (index: number) => number;
  /** What is drawn in each slot. */
  readonly slots?: readonly ReactNode[];
  /** Drawn over all slots. */
  readonly overlay?: ReactNode;
  /** Where a slot leads: to the executions it counts. Left out for those who may not see them. */
  readonly searchFor?: ((bar: Bar) => ExecutionsSearch) | undefined;
  /** Instead of a link: what a press on a slot does. */
  readonly onChoose?: ((bar: Bar) => void) | undefined;
}

/** A chart over time, each slot a link to its executions. One stop for the Tab key; the arrow keys walk the slots. */
export function TimeChart(props: TimeChartProps) {
  const { label, className, bars, gran, axis, slotText, tipLines, tipAt, slots, overlay, searchFor, onChoose } = props;
  const [hot, setHot] = useState<number>();
  const plot = useRef<HTMLUListElement>(null);
  const last = bars.length - 1;
  // The tab stop: the slot that last had the focus, else the newest.
  const [stop, setStop] = useState<number>();
  const entry = Math.min(stop ?? last, last);
  const { top, ticks, text } = axis;
  const hotBar = hot === undefined ? undefined : bars[hot];

  const walk = (event: KeyboardEvent) => {
    if (event.key === "Escape") return setHot(undefined);
    const next = walkRow(event.key, entry, last);
    if (next === undefined) return undefined;
    event.preventDefault();
    return plot.current?.querySelectorAll<HTMLElement>("[data-bar]")[next]?.focus();
  };
  const slotAt = (bar: Bar, index: number) => {
    const shared = {
      "data-bar": index,
      className: index === hot ? "chart-slot hot" : "chart-slot",
      tabIndex: index === entry ? 0 : -1,
      "aria-label": `${slotText(index)}, ${barText(bar)}`,
      onFocus: () => {
        setHot(index);
        setStop(index);
      },
      onBlur: () => setHot(undefined),
      onKeyDown: walk,
      onMouseEnter: () => setHot(index),
      onMouseLeave: () => setHot(undefined),
      children: slots?.[index],
    };
    if (onChoose !== undefined) return <button type="button" onClick={() => onChoose(bar)} {...shared} />;
    return searchFor === undefined ? (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image cannot hold a bar that is drawn.
      <span role="img" {...shared} />
    ) : (
      <Link to="/admin/executions" search={searchFor(bar)} preload={false} {...shared} />
    );
  };
  return (
    <div className={className === undefined ? "chart" : `chart ${className}`}>
      <div className="chart-y" aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} style={{ top: `calc((100% - 16px) * ${1 - tick / top})` }}>
            {text(tick)}
          </span>
        ))}
      </div>
      <div className="chart-plot">
        {ticks.map((tick) => (
          <i key={tick} className="chart-line" style={{ top: `${(1 - tick / top) * 100}%` }} />
        ))}
        {overlay}
        <ul ref={plot} className={bars.length > 40 ? "chart-bars thin" : "chart-bars"} aria-label={label}>
          {bars.map((bar, index) => (
            <li key={bar.start.getTime()} className="grow">
              {slotAt(bar, index)}
            </li>
          ))}
        </ul>
        {hotBar && hot !== undefined && (
          <ChartTip
            side={hot < bars.length / 6 ? "start" : hot > (bars.length * 5) / 6 ? "end" : "above"}
            style={{ left: `${((hot + 0.5) / bars.length) * 100}%`, bottom: `${Math.min(60, (tipAt(hot) / top) * 100)}%` }}
          >
            {tipLines(hot).map((line, at) =>
              at === 0 ? (
                <strong key={line} className="num">
                  {line}
                </strong>
              ) : (
                <span key={line}>{line}</span>
              ),
            )}
            <span>{barText(hotBar)}</span>
            {(searchFor ?? onChoose) !== undefined && hotBar.count > 0 && <span>Click to see them</span>}
          </ChartTip>
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
