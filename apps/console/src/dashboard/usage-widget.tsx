import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Tooltip from "@mui/material/Tooltip";
import type { ReactNode } from "react";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { number } from "../format/numbers.ts";
import { Icon } from "../look/icon.tsx";
import { BarChart } from "./bar-chart.tsx";
import { SpanFields } from "./span-fields.tsx";
import { periodText, ranges } from "./usage-range.ts";
import type { Range, Span } from "./usage-range.ts";
import { useUsage } from "./use-usage.ts";
import "./usage-widget.css";

interface UsageWidgetProps {
  readonly titleId: string;
  readonly title: string;
  /** The statistics link. */
  readonly href: string;
  /** `ALL`, or one version. */
  readonly versionKey: string;
  readonly range: Range;
  readonly onRange: (range: Range) => void;
  /** From and to of a custom range. */
  readonly span: Span;
  readonly onSpan: (span: Span) => void;
  readonly full: boolean;
  readonly onToggleFull: () => void;
  /** Shown when nothing was executed: the first step. */
  readonly whenEmpty?: ReactNode;
}

/** How often deployed solutions were used: one card of the dashboard, which knows nothing of the others. */
export function UsageWidget(props: UsageWidgetProps) {
  const { titleId, title, href, versionKey, range, onRange, span, onSpan, full, onToggleFull, whenEmpty } = props;
  const { query, refresh } = useUsage(href, versionKey, range, span);
  const usage = query.data;
  return (
    <article className={full ? "card widget full" : "card widget"} aria-labelledby={titleId}>
      <header className="widget-head">
        <h2 id={titleId} className="grow clip">
          {title}
        </h2>
        <Tooltip title="Refresh">
          <IconButton size="small" aria-label="Refresh" onClick={refresh}>
            <Icon name="refresh" size={16} />
          </IconButton>
        </Tooltip>
        <Tooltip title={full ? "Leave full screen" : "Full screen"}>
          <IconButton size="small" aria-label="Full screen" aria-pressed={full} onClick={onToggleFull}>
            <Icon name={full ? "x" : "fullscreen"} size={16} />
          </IconButton>
        </Tooltip>
      </header>
      <div className="widget-figure">
        <div className="grow">
          {usage ? (
            <>
              <div className="widget-total num">{number(usage.total)}</div>
              <div className="helper">{periodText(usage.range, usage.span)}</div>
            </>
          ) : query.isError ? null : (
            <>
              <Skeleton width={96} height={24} sx={{ maxWidth: "100%" }} />
              <Skeleton width={144} height={12} sx={{ mt: 2, maxWidth: "100%" }} />
            </>
          )}
        </div>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={range}
          aria-label="Range"
          onChange={(_event, next: Range | null) => next && onRange(next)}
        >
          {ranges.map((one) => (
            <ToggleButton key={one} value={one}>
              {one}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      </div>
      {range === "CUSTOM" && <SpanFields span={span} onChange={onSpan} />}
      {usage ? (
        <div className="widget-chart">
          <BarChart label={`${number(usage.total)} ${periodText(usage.range, usage.span)}`} bars={usage.bars} gran={usage.gran} />
          {usage.total === 0 && (
            <div className="widget-none">
              <span>No executions yet.</span>
              {whenEmpty}
            </div>
          )}
        </div>
      ) : query.isError ? (
        <FaultPanel error={query.error} onRetry={refresh} />
      ) : (
        <ChartSkeleton />
      )}
    </article>
  );
}

const skeletonHeights = [58, 64, 60, 52, 61, 70, 55, 44, 32, 24, 18, 15, 14, 17, 25, 38, 56, 68, 76, 82, 78, 72, 74, 66];

function ChartSkeleton() {
  return (
    <output className="widget-skeleton" aria-label="Loading">
      {skeletonHeights.map((height, index) => (
        <Skeleton key={index} variant="rectangular" height={`${height}%`} />
      ))}
    </output>
  );
}
