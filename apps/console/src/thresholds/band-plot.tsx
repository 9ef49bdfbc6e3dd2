import type { WhatIfFields } from "@airlock/contract";
import type { RangeScoreItem } from "@airlock/flow";
import { useRef, type CSSProperties, type KeyboardEvent, type PointerEvent, type RefObject } from "react";
import { sliderSteps } from "../parts/charts/walk.ts";
import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import { edgePositions, edgesOf, moveEdge, stepFor, type Edge } from "./band-edges.ts";
import { Histogram, placeOf } from "./histogram.tsx";
import type { Grip } from "./use-drag.ts";
import type { ThresholdChanges } from "./use-threshold-changes.ts";

interface BandPlotProps {
  readonly nodeId: string;
  /** With the numbers as they are now. */
  readonly ranges: readonly RangeScoreItem[];
  readonly focus: NonNullable<WhatIfFields["focus"]>;
  readonly outcomes: readonly string[];
  readonly numbers: ThresholdChanges;
  readonly onGrab: (grip: Grip) => void;
}

/** The scored values as a histogram by outcome, the bands under it, and a handle at each border. */
export function BandPlot({ nodeId, ranges, focus, outcomes, numbers, onGrab }: BandPlotProps) {
  const area = useRef<HTMLDivElement>(null);
  const { min, max } = focus;
  const step = stepFor(min, max);
  const edges = edgesOf(ranges, min, max).filter(({ value }) => value > min && value < max);
  const place = (value: number) => `${placeOf(value, min, max)}%`;
  return (
    <div className="sl-plot" ref={area}>
      <Histogram values={focus} outcomes={outcomes} min={min} max={max} lines={edges.map(({ value }) => value)} />
      <div className="sl-strip" aria-hidden="true">
        {ranges.map(({ id, rangeFrom, rangeTo, score }, at) => {
          const from = Math.max(min, rangeFrom === "" ? min : Number(rangeFrom));
          const to = Math.min(max, rangeTo === "" ? max : Number(rangeTo));
          if (!(to > from)) return null;
          return (
            <span
              key={id}
              className={`sl-band heat-${Math.min(5, 1 + Math.floor((at / Math.max(1, ranges.length - 1)) * 4))}`}
              style={between(place(from), place(to))}
            >
              {score}
            </span>
          );
        })}
      </div>
      {edges.map((edge) => (
        <Handle
          key={edge.paths.join()}
          nodeId={nodeId}
          edge={edge}
          step={step}
          area={area}
          min={min}
          max={max}
          numbers={numbers}
          left={place(edge.value)}
          onGrab={() => onGrab({ parts: edge.paths.map((path) => ({ id: nodeId, path })), positions: [...edgePositions(edge, step)] })}
        />
      ))}
      <div className="sl-ends num" aria-hidden="true">
        <span>{number(min)}</span>
        <span>{number(max)}</span>
      </div>
    </div>
  );
}

interface HandleProps {
  readonly nodeId: string;
  readonly edge: Edge;
  readonly step: number;
  readonly area: RefObject<HTMLDivElement | null>;
  readonly min: number;
  readonly max: number;
  readonly numbers: ThresholdChanges;
  readonly left: string;
  readonly onGrab: () => void;
}

function Handle({ nodeId, edge, step, area, min, max, numbers, left, onGrab }: HandleProps) {
  const drag = useRef(0);
  const [path = ""] = edge.paths;
  const isChanged = edge.paths.some((one) => numbers.isChanged(nodeId, one));
  const move = (to: number, by: string) => numbers.move(moveEdge(nodeId, edge, to, step), by);
  const onPointerMove = (event: PointerEvent) => {
    const box = area.current?.getBoundingClientRect();
    if (box === undefined || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    move(min + ((event.clientX - box.left) / box.width) * (max - min), `${nodeId} ${path} ${drag.current}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = sliderSteps(event.key, 10);
    if (steps === undefined) return;
    event.preventDefault();
    move(edge.value + steps * step, "");
  };
  return (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- many handles on one strip, which no input has.
      role="slider"
      tabIndex={0}
      className={isChanged ? "sl-hand is-on" : "sl-hand"}
      aria-label={`Border at ${number(edge.value)}`}
      aria-valuemin={edge.min}
      aria-valuemax={edge.max}
      aria-valuenow={edge.value}
      style={{ left }}
      onPointerEnter={onGrab}
      onFocus={onGrab}
      onPointerDown={(event) => {
        drag.current += 1;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <Icon name="grip" size={14} />
      <span className="num">{number(edge.value)}</span>
    </span>
  );
}

function between(left: string, right: string): CSSProperties {
  return { left, width: `calc(${right} - ${left})` };
}
