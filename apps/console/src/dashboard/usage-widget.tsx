import { useState } from "react";
import { BarChart } from "../parts/charts/bar-chart.tsx";
import { number } from "../ui/format/numbers.ts";
import { executionsOf } from "./executions-of.ts";
import { spanOf } from "./item-range.ts";
import { useUsage } from "./use-usage.ts";
import { widgetFigures } from "./widget-figures.ts";
import { WidgetFrame, type WidgetProps } from "./widget-frame.tsx";

/** A card of the dashboard: how often deployed solutions were used, or how many of their executions failed. Independent of the other cards. */
export function UsageWidget(props: WidgetProps) {
  const { item, href, hasExecutions, whenEmpty } = props;
  const { config } = item;
  const { title, key, range } = config;
  // The default of a custom range that is not set is computed once, so that it does not move with every render.
  const [opened] = useState(() => Date.now());
  const span = spanOf(config, opened);
  const { query, refresh } = useUsage(href, key, range, span);
  const usage = query.data;
  const figures = usage === undefined ? undefined : widgetFigures(config.type, usage);
  return (
    <WidgetFrame
      {...props}
      span={span}
      error={query.error}
      onRefresh={refresh}
      figure={
        figures && (
          <>
            <div className="widget-total big-figure strong num">{number(figures.count)}</div>
            <Period text={figures.text} />
          </>
        )
      }
    >
      {usage && figures && (
        <div className="widget-chart">
          <BarChart
            label={`${title}: ${number(figures.count)} ${figures.text}`}
            bars={figures.bars}
            gran={usage.gran}
            tone={config.type === "FailedExecutions" ? "failed" : undefined}
            searchFor={hasExecutions ? executionsOf(config, usage.requested) : undefined}
          />
          {figures.empty !== undefined && (
            <div className="widget-none">
              <span>{figures.empty}</span>
              {usage.total === 0 && whenEmpty}
            </div>
          )}
        </div>
      )}
    </WidgetFrame>
  );
}

/** 'executions in 1 day, per hour'; 'in 1 day' for a small widget. */
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
