import type { ReactNode } from "react";
import { RangeToggle, SpanFields } from "../time-range/span-fields.tsx";
import { millisText } from "../../ui/format/millis-text.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { HeatScale } from "./heat-scale.tsx";
import { spanText } from "./heat-frame.ts";
import type { Heat } from "./use-heat.ts";
import { IconAction } from "../../ui/icon-action.tsx";

/** Over the diagram: which version, which time, and how much there was. */
export function HeatBar({
  heat,
  version,
  onClose,
}: {
  readonly heat: Heat;
  readonly version: ReactNode;
  readonly onClose?: (() => void) | undefined;
}) {
  const fields = heat.heat.data?._embedded;
  return (
    <section className="heat-bar" aria-label="Heat map">
      <b>Heat map</b>
      {version}
      <RangeToggle value={heat.range} onChange={(range) => heat.choose(range)} />
      {heat.range === "CUSTOM" ? (
        <SpanFields span={heat.span} onChange={(span) => heat.choose("CUSTOM", span)} />
      ) : (
        <span className="muted num">{spanText(heat.window)}</span>
      )}
      <span className="heat-rule" />
      {fields !== undefined && (
        <output className="num heat-sum">
          <span>
            <b>{number(fields.total)}</b> {fields.total === 1 ? "execution" : "executions"}
          </span>
          {fields.p95Micros !== null && (
            <span>
              p95 <b>{millisText(fields.p95Micros / 1000)} ms</b>
            </span>
          )}
          {fields.unknown > 0 && <span className="muted">{counted(fields.unknown, "erased, path unknown", "erased, paths unknown")}</span>}
        </output>
      )}
      <span className="grow" />
      <HeatScale />
      <IconAction icon="refresh" iconSize={16} label="Refresh" size="small" onClick={heat.refresh} />
      {onClose && <IconAction icon="x" iconSize={16} label="Hide heat map" size="small" onClick={onClose} />}
    </section>
  );
}
