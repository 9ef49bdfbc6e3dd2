import { useState } from "react";
import { number } from "../../ui/format/numbers.ts";
import { executionsOf, executionsWith } from "../executions-of.ts";
import { spanOf } from "../item-range.ts";
import { useDetails } from "../use-details.ts";
import { WidgetFrame, type WidgetProps } from "../widget-frame.tsx";
import type { Panel, PanelData } from "./panel.ts";
import "./panels.css";

/** A card of the dashboard with the outcomes or the durations of executions. */
export function PanelWidget({ panel, ...props }: WidgetProps & { readonly panel: Panel }) {
  const { item, href, hasExecutions, whenEmpty } = props;
  const { config } = item;
  // The default of a custom range that is not set is computed once, so that it does not move with every render.
  const [opened] = useState(() => Date.now());
  const span = spanOf(config, opened);
  const { query, refresh } = useDetails(href, config.key, config.range, span);
  const details = query.data;
  const data: PanelData | undefined = details && {
    title: config.title,
    fields: details.fields,
    bars: details.bars,
    gran: details.gran,
    searchFor: hasExecutions
      ? ({ bar, ...rest }) =>
          bar === undefined ? executionsWith(config, details.requested, rest) : executionsOf(config, details.requested)(bar)
      : undefined,
  };
  return (
    <WidgetFrame {...props} span={span} error={query.error} onRefresh={refresh} figure={data && panel.figure(data)}>
      {data && <PanelBody panel={panel} data={data} whenEmpty={whenEmpty} />}
    </WidgetFrame>
  );
}

function PanelBody({ panel, data, whenEmpty }: { readonly panel: Panel; readonly data: PanelData } & Pick<WidgetProps, "whenEmpty">) {
  const { total, counted } = data.fields;
  const empty = panel.empty(data.fields);
  if (empty !== undefined) {
    return (
      <div className="widget-chart">
        <div className="widget-none alone">
          <span>{empty}</span>
          {total === 0 && whenEmpty}
        </div>
      </div>
    );
  }
  return (
    <div className="widget-chart">
      {panel.body(data)}
      {counted < total && (
        <p className="helper widget-partial">
          Based on {number(counted)} of {number(total)} executions.
        </p>
      )}
    </div>
  );
}
