import type { DashboardItem } from "@airlock/contract";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { useState } from "react";
import type { ReactNode } from "react";
import { asProblem } from "../api/api-problem.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { number } from "../ui/format/numbers.ts";
import { Icon } from "../ui/icons/icon.tsx";
import type { IconName } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { BarChart } from "../parts/charts/bar-chart.tsx";
import { executionsOf } from "./executions-of.ts";
import { rangeConfig, spanOf } from "./item-range.ts";
import { RangeToggle, SpanFields } from "../parts/time-range/span-fields.tsx";
import { useUsage } from "./use-usage.ts";
import { widgetFigures } from "./widget-figures.ts";
import "./usage-widget.css";

interface UsageWidgetProps {
  readonly item: DashboardItem;
  /** The statistics link. */
  readonly href: string;
  readonly onConfig: (config: DashboardItem["config"]) => void;
  readonly onRemove: () => void;
  readonly full: boolean;
  readonly onToggleFull: () => void;
  /** What it is dragged by; not there in full screen. */
  readonly handle?: ReactNode;
  /** Whether this person may see the executions that a bar counts. */
  readonly hasExecutions: boolean;
  /** Shown when nothing was executed: the first step. */
  readonly whenEmpty?: ReactNode;
}

/** How often deployed solutions were used, or how many of their executions failed: one card of the dashboard, which knows nothing of the others. */
export function UsageWidget({ item, href, onConfig, onRemove, full, onToggleFull, handle, hasExecutions, whenEmpty }: UsageWidgetProps) {
  const { i, config } = item;
  const { title, key, range } = config;
  // A custom range that nobody has set stays the one it was when it was first looked at.
  const [opened] = useState(() => Date.now());
  const span = spanOf(config, opened);
  const { query, refresh } = useUsage(href, key, range, span);
  const usage = query.data;
  const figures = usage === undefined ? undefined : widgetFigures(config.type, usage);
  const titleId = `widget-${i}`;
  const isGone = query.isError && asProblem(query.error).code === "VERSION_NOT_FOUND";
  return (
    <article className={full ? "card widget full" : "card widget"} aria-labelledby={titleId}>
      <header className="widget-head">
        {handle}
        <h2 id={titleId} className="grow clip">
          {title}
        </h2>
        <HeadButton icon="refresh" label="Refresh" onClick={refresh} />
        <HeadButton
          icon={full ? "x" : "fullscreen"}
          label="Full screen"
          hint={full ? "Leave full screen" : "Full screen"}
          pressed={full}
          onClick={onToggleFull}
        />
        {!full && <HeadButton icon="x" label="Remove" onClick={onRemove} />}
      </header>
      <div className="widget-figure">
        <div className="grow">
          {figures ? (
            <>
              <div className="widget-total num">{number(figures.count)}</div>
              <Period text={figures.text} />
            </>
          ) : query.isError ? null : (
            <>
              <Skeleton width={96} height={24} sx={{ maxWidth: "100%" }} />
              <Skeleton width={144} height={12} sx={{ mt: 2, maxWidth: "100%" }} />
            </>
          )}
        </div>
        <RangeToggle value={range} onChange={(next) => onConfig({ ...config, ...rangeConfig(next) })} />
      </div>
      {range === "CUSTOM" && <SpanFields span={span} onChange={(next) => onConfig({ ...config, ...rangeConfig("CUSTOM", next) })} />}
      {isGone ? (
        <State icon="dashboard" tone="quiet" title="This version was deleted" actions={<Button onClick={onRemove}>Remove</Button>}>
          <p>Its executions are counted no more.</p>
        </State>
      ) : usage && figures ? (
        <div className="widget-chart">
          <BarChart
            label={`${title}: ${number(figures.count)} ${figures.text}`}
            bars={figures.bars}
            gran={usage.gran}
            tone={config.type === "FailedExecutions" ? "failed" : undefined}
            searchFor={hasExecutions ? executionsOf(config, usage.asked) : undefined}
          />
          {figures.empty !== undefined && (
            <div className="widget-none">
              <span>{figures.empty}</span>
              {usage.total === 0 && whenEmpty}
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

/** 'executions in 1 day, per hour'; a small widget says 'in 1 day'. */
function Period({ text }: { readonly text: string }) {
  const [, what = "", when = text, per = ""] = /^(executions? )?(.*?)(, per .*)?$/.exec(text) ?? [];
  return (
    <div className="helper widget-period">
      <span>{what}</span>
      {when}
      <span>{per}</span>
    </div>
  );
}

interface HeadButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly hint?: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

function HeadButton({ icon, label, hint = label, pressed, onClick }: HeadButtonProps) {
  return (
    <Tooltip title={hint}>
      <IconButton size="small" aria-label={label} aria-pressed={pressed} onClick={onClick}>
        <Icon name={icon} size={16} />
      </IconButton>
    </Tooltip>
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
