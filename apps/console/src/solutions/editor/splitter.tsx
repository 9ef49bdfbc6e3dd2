import { useRef } from "react";
import type { KeyboardEvent, PointerEvent } from "react";
import { paneLimits } from "./use-panes.ts";
import type { PaneName, PaneState } from "./use-panes.ts";

interface SplitterProps {
  readonly pane: PaneName;
  /** 'Width of the details' */
  readonly label: string;
  readonly panes: PaneState;
}

/** The side to which the pane grows when the pointer moves right or down. */
const growth: Readonly<Record<PaneName, -1>> = { details: -1, results: -1 };
const keyStep = 16;

/** The border between two panes: dragged, or moved with the arrows; a double click gives the usual size back. */
export function Splitter({ pane, label, panes }: SplitterProps) {
  const from = useRef<{ readonly at: number; readonly size: number } | undefined>(undefined);
  const isRow = pane === "results";
  const size = panes.sizes[pane];
  const [min, max] = paneLimits[pane];
  const place = (event: PointerEvent) => (isRow ? event.clientY : event.clientX);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = { at: place(event), size };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (from.current) panes.resize(pane, from.current.size + growth[pane] * (place(event) - from.current.at));
  };
  const onPointerUp = () => {
    from.current = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const keys = isRow ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
    const way = keys.indexOf(event.key);
    if (way < 0) return;
    event.preventDefault();
    event.stopPropagation();
    panes.resize(pane, size + growth[pane] * (way === 0 ? -keyStep : keyStep));
  };
  return (
    <div
      className={`sd-splitter ${pane}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot be focused and moved.
      role="separator"
      aria-label={label}
      aria-orientation={isRow ? "horizontal" : "vertical"}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onKeyDown={onKeyDown}
      onDoubleClick={() => panes.reset(pane)}
    />
  );
}
