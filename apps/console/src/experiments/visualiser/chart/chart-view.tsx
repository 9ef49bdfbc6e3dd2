import { memo, useId, useRef, useState } from "react";
import type { AriaAttributes, KeyboardEvent, MouseEvent } from "react";
import { XAxis, YAxis } from "../../../parts/charts/axes.tsx";
import { ChartTip } from "../../../parts/charts/chart-tip.tsx";
import { walkPlane } from "../../../parts/charts/walk.ts";
import { counted } from "../../../ui/format/numbers.ts";
import type { ChartModel, DrawnMark } from "./axes.ts";
import type { ChartSpec } from "./chart-spec.ts";
import { markOpacity } from "./drawing.ts";
import { markLines } from "./mark-text.ts";

interface ChartViewProps {
  readonly model: ChartModel;
  /** The chart that the model was made for. */
  readonly spec: ChartSpec;
  readonly selected: DrawnMark | undefined;
  readonly onSelect: (square: DrawnMark | undefined) => void;
}

/** As near as this a click means the mark. */
const reach = 12;

function nearest(drawn: readonly DrawnMark[], x: number, y: number): DrawnMark | undefined {
  let best: { square: DrawnMark; far: number } | undefined;
  for (const square of drawn) {
    const far = Math.max(0, Math.abs(square.x - x) - square.width / 2, Math.abs(square.y - y) - square.height / 2);
    if (far <= reach && (best === undefined || far < best.far)) best = { square, far };
  }
  return best?.square;
}

function labelOf({ mark }: DrawnMark, spec: ChartSpec): string {
  return [...markLines(mark, spec).map(([field, value]) => `${field} ${value}`), counted(mark.count, "record")].join(", ");
}

/** DrawnMarks on two axes. One stop for the Tab key; arrow keys walk from mark to mark, Enter opens the records of one. */
export function ChartView({ model, spec, selected, onSelect }: ChartViewProps) {
  const { plot, x, y, drawn } = model;
  const [hot, setHot] = useState<DrawnMark>();
  const [active, setActive] = useState<DrawnMark>();
  const sheet = useRef<SVGSVGElement>(null);
  const [right, bottom] = [plot.left + plot.width, plot.top + plot.height];
  const walked = active && drawn.includes(active) ? active : undefined;
  const current = walked ?? selected ?? drawn[0];
  const markId = useId();
  const shown = hot && drawn.includes(hot) ? hot : undefined;

  const under = (event: MouseEvent) => {
    const box = sheet.current?.getBoundingClientRect();
    return box === undefined ? undefined : nearest(drawn, event.clientX - box.left, event.clientY - box.top);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" || event.key === " ") onSelect(current);
    else if (event.key === "Escape") onSelect(undefined);
    else {
      const next = walkPlane(event.key, current, drawn);
      if (next === undefined) return;
      setActive(next);
      setHot(next);
    }
    event.preventDefault();
  };
  return (
    <div className="vi-plot" style={{ width: model.width, height: model.height }}>
      {y && <span className="vi-title-y clip">{y.title}</span>}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- keys are taken by the list of marks inside. */}
      <svg
        ref={sheet}
        width={model.width}
        height={model.height}
        onClick={(event) => onSelect(under(event))}
        onMouseMove={(event) => setHot(under(event))}
        onMouseLeave={() => setHot(undefined)}
      >
        <g aria-hidden="true">
          {y && <YAxis ticks={y.ticks} left={plot.left} right={right} gap={10} />}
          {x && <XAxis ticks={x.ticks} textAt={bottom + 22} lines={{ top: plot.top, bottom }} />}
          <path className="vi-axis" d={`M${plot.left} ${plot.top}V${bottom}H${right}`} />
        </g>
        <g aria-hidden="true" className="vi-marks">
          <Marks drawn={drawn} />
        </g>
        {current && (
          // One option represents the focused mark: thousands of options would be too many for assistive technology.
          <g
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a list in HTML has no places.
            role="listbox"
            aria-label="Marks"
            tabIndex={0}
            className="vi-list"
            aria-activedescendant={markId}
            onKeyDown={onKey}
            onFocus={(event) => {
              // Focus by keyboard only: a click has selected a mark already.
              if (event.currentTarget.matches(":focus-visible")) setActive(current);
            }}
            onBlur={() => setActive(undefined)}
          >
            <Outline
              square={current}
              className={walked ? "vi-walked" : "vi-resting"}
              option={{
                id: markId,
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- nor has its option.
                role: "option",
                "aria-selected": current === selected,
                "aria-label": labelOf(current, spec),
                "aria-posinset": drawn.indexOf(current) + 1,
                "aria-setsize": drawn.length,
              }}
            />
          </g>
        )}
        {selected && <Outline square={selected} className="vi-selected" />}
      </svg>
      {x && <span className="vi-title-x clip">{x.title}</span>}
      {shown && <Tip square={shown} spec={spec} width={model.width} />}
    </div>
  );
}

const Marks = memo(function Marks({ drawn }: { readonly drawn: readonly DrawnMark[] }) {
  return drawn.map(({ mark, x, y, width, height, token, isHollow }, index) => (
    <rect
      key={`${mark.row} ${index}`}
      className="vi-mark"
      x={x - width / 2}
      y={y - height / 2}
      width={width}
      height={height}
      fill={`var(${token})`}
      fillOpacity={isHollow ? 0 : markOpacity}
      stroke={isHollow ? `var(${token})` : undefined}
    />
  ));
});

interface OutlineProps {
  readonly square: DrawnMark;
  readonly className: string;
  /** The accessible option that this outline represents. */
  readonly option?: AriaAttributes & { readonly id: string; readonly role: "option" };
}

function Outline({ square: { x, y, width, height }, className, option }: OutlineProps) {
  return (
    <rect {...option} className={className} x={x - width / 2 - 4} y={y - height / 2 - 4} width={width + 8} height={height + 8} rx="2" />
  );
}

function Tip({ square, spec, width }: { readonly square: DrawnMark; readonly spec: ChartSpec; readonly width: number }) {
  return (
    <ChartTip side={square.x > width * 0.7 ? "left" : "right"} style={{ left: square.x, top: square.y }}>
      {markLines(square.mark, spec).map(([field, value]) => (
        <span key={field}>
          {field} <b className="num">{value}</b>
        </span>
      ))}
      <span>{square.mark.count === 1 ? `Record ${square.mark.row}` : counted(square.mark.count, "record")}</span>
    </ChartTip>
  );
}
