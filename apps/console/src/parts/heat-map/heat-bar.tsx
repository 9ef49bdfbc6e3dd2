import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";
import { RangeToggle, SpanFields } from "../time-range/span-fields.tsx";
import { millisText } from "../../ui/format/millis-text.ts";
import { counted, number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { HeatScale } from "./heat-scale.tsx";
import { spanText } from "./heat-frame.ts";
import type { Heat } from "./use-heat.ts";

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
    <section className="heat-bar" aria-label="Heat">
      <b>Heat</b>
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
          {fields.unknown > 0 && (
            <span className="muted">{counted(fields.unknown, "erased, way not known", "erased, ways not known")}</span>
          )}
        </output>
      )}
      <span className="grow" />
      <HeatScale />
      <Tooltip title="Refresh">
        <IconButton size="small" aria-label="Refresh" onClick={heat.refresh}>
          <Icon name="refresh" size={16} />
        </IconButton>
      </Tooltip>
      {onClose && (
        <Tooltip title="Turn heat off">
          <IconButton size="small" aria-label="Turn heat off" onClick={onClose}>
            <Icon name="x" size={16} />
          </IconButton>
        </Tooltip>
      )}
    </section>
  );
}
