import type { DashboardItem } from "@airlock/contract";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import type { ReactNode } from "react";
import { asProblem } from "../api/api-problem.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { RangeToggle, SpanFields } from "../parts/time-range/span-fields.tsx";
import type { Span } from "../parts/time-range/usage-range.ts";
import type { IconName } from "../ui/icons/icon.tsx";
import { State } from "../ui/state.tsx";
import { rangeConfig } from "./item-range.ts";
import { IconAction } from "../ui/icon-action.tsx";
import "./usage-widget.css";

/** What every widget is given by the dashboard. */
export interface WidgetProps {
  readonly item: DashboardItem;
  /** The link to its statistics. */
  readonly href: string;
  readonly onConfig: (config: DashboardItem["config"]) => void;
  readonly onRemove: () => void;
  readonly full: boolean;
  readonly onToggleFull: () => void;
  /** The drag handle; left out in full screen. */
  readonly handle?: ReactNode;
  /** Whether the user may see the counted executions. */
  readonly hasExecutions: boolean;
  /** Shown when nothing was executed: the first step. */
  readonly whenEmpty?: ReactNode;
}

interface WidgetFrameProps extends WidgetProps {
  readonly span: Span;
  readonly error: Error | null;
  readonly onRefresh: () => void;
  /** The figures beside the range; undefined while they are loading. */
  readonly figure: ReactNode | undefined;
  /** What is under them; undefined while it is loading. */
  readonly children: ReactNode | undefined;
}

/** One card of the dashboard: title, buttons, figures and range, and the placeholder while there is no chart. */
export function WidgetFrame(props: WidgetFrameProps) {
  const { item, onConfig, onRemove, full, onToggleFull, handle, span, error, onRefresh, figure, children } = props;
  const { i, config } = item;
  const titleId = `widget-${i}`;
  const isGone = error !== null && asProblem(error).code === "VERSION_NOT_FOUND";
  return (
    <article className={full ? "card widget full" : "card widget"} aria-labelledby={titleId}>
      <header className="widget-head">
        {handle}
        <h2 id={titleId} className="grow clip">
          {config.title}
        </h2>
        <HeadButton icon="refresh" label="Refresh" onClick={onRefresh} />
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
          {figure ??
            (error === null && (
              <>
                <Skeleton width={96} height={24} sx={{ maxWidth: "100%" }} />
                <Skeleton width={144} height={12} sx={{ mt: 2, maxWidth: "100%" }} />
              </>
            ))}
        </div>
        <RangeToggle value={config.range} onChange={(next) => onConfig({ ...config, ...rangeConfig(next) })} />
      </div>
      {config.range === "CUSTOM" && <SpanFields span={span} onChange={(next) => onConfig({ ...config, ...rangeConfig("CUSTOM", next) })} />}
      {isGone ? (
        <State icon="dashboard" tone="quiet" title="This version was deleted" actions={<Button onClick={onRemove}>Remove</Button>}>
          <p>Its executions are no longer counted.</p>
        </State>
      ) : (
        (children ?? (error === null ? <ChartSkeleton /> : <FaultPanel error={error} onRetry={onRefresh} />))
      )}
    </article>
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
  return <IconAction icon={icon} iconSize={16} label={label} hint={hint} size="small" aria-pressed={pressed} onClick={onClick} />;
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
