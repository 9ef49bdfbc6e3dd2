import { useRef, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { clock, dayAndMonth, exactDate, weekday } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";
import { sliderSteps } from "../charts/walk.ts";
import { withEdge } from "./heat-frame.ts";
import { hasDays, timeTicks } from "./time-ticks.ts";
import type { Heat } from "./use-heat.ts";

const day = 86_400_000;

/** Executions over the range, with two handles for the shown period. */
export function HeatStrip({ heat }: { readonly heat: Heat }) {
  const { frame, window } = heat;
  const area = useRef<HTMLDivElement>(null);
  const counts = Object.entries(heat.bars ?? {})
    .map(([start, count]) => ({ start: new Date(start).getTime(), count }))
    .filter(({ start }) => start >= frame.start && start < frame.end)
    .toSorted((one, other) => one.start - other.start);
  const highest = Math.max(1, ...counts.map(({ count }) => count));
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const length = frame.end - frame.start;
  const share = (at: number) => `${((at - frame.start) / length) * 100}%`;
  const isDaily = hasDays(frame.start, frame.end);
  const daily = total / Math.max(1, length / day);
  return (
    <section className="heat-strip" aria-label="Time">
      <p className="heat-strip-says">
        <span>
          Executions {frame.per}. <span className="heat-hint">Drag the edges to look at a shorter time.</span>
        </span>
        {length >= day && <span className="num">{counted(Math.round(daily), "a day", "a day")}</span>}
      </p>
      <div className="heat-time" ref={area}>
        <div className="heat-columns">
          {counts.map(({ start, count }) => (
            <i
              key={start}
              className={start >= window.start && start < window.end ? "" : "out"}
              style={{ height: `${count === 0 ? 0 : Math.max(3, (count / highest) * 100)}%` }}
              title={`${dayAndMonth(new Date(start))}, ${clock(new Date(start))}: ${counted(count, "execution")}`}
            />
          ))}
        </div>
        <div className="heat-window" style={{ left: share(window.start), right: `calc(100% - ${share(window.end)})` }} />
        <Edge heat={heat} edge="start" area={area} />
        <Edge heat={heat} edge="end" area={area} />
      </div>
      <div className="heat-ticks" aria-hidden="true">
        {timeTicks(frame.start, frame.end).map((at) => (
          <span key={at} style={{ left: share(at) }}>
            {isDaily ? weekday(new Date(at)) : clock(new Date(at))}
          </span>
        ))}
      </div>
    </section>
  );
}

interface EdgeProps {
  readonly heat: Heat;
  readonly edge: "start" | "end";
  readonly area: RefObject<HTMLDivElement | null>;
}

function Edge({ heat, edge, area }: EdgeProps) {
  const { frame, window } = heat;
  const at = window[edge];
  const move = (to: number) => heat.look(withEdge(frame, window, edge, to));
  const onPointerMove = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(frame.start + ((event.clientX - box.left) / box.width) * (frame.end - frame.start));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = sliderSteps(event.key, 8);
    const to =
      event.key === "Home" ? frame.start : event.key === "End" ? frame.end : step === undefined ? undefined : at + step * frame.barMillis;
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two edges of one window, which no input has.
      role="slider"
      tabIndex={0}
      className="heat-edge"
      aria-label={edge === "start" ? "From" : "To"}
      aria-valuemin={frame.start}
      aria-valuemax={frame.end}
      aria-valuenow={at}
      aria-valuetext={exactDate(new Date(at).toISOString())}
      style={{ left: `${((at - frame.start) / (frame.end - frame.start)) * 100}%` }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
