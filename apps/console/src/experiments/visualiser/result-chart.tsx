import { lazy, Suspense, useMemo, useState } from "react";
import { useSize } from "../../parts/charts/use-size.ts";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { State } from "../../ui/state.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { shortDate } from "../../ui/format/dates.ts";
import { chartModel } from "./chart/chart-model.ts";
import { defaultSize, usedFields } from "./chart/chart-spec.ts";
import { ChartView } from "./chart/chart-view.tsx";
import type { Caption } from "./chart/drawing.ts";
import { ExportMenu } from "./export-menu.tsx";
import { Legend } from "./chart/legend.tsx";
import { filtersOf, fits } from "./chart/marks.ts";
import { RecordStrip, SummaryStrip } from "./record-strip.tsx";
import type { Chart } from "./use-chart.ts";
import { useMarks } from "./chart/use-marks.ts";
import { useRecordsOf, type ResultDetails } from "./use-result.ts";
import "./result-chart.css";

const RecordTrace = lazy(async () => ({ default: (await import("./record-trace.tsx")).RecordTrace }));

/** The share of its card that a chart takes, either way. */
const share = 0.75;

interface ResultChartProps {
  readonly details: ResultDetails;
  readonly chart: Chart;
  readonly fileName: string;
}

function captionOf({ _embedded }: ResultDetails): Caption {
  const { experimentName, solutionName, datasourceName, created } = _embedded;
  return { title: experimentName, source: `${solutionName} on ${datasourceName}, result of ${shortDate(created)}` };
}

/** The chart at three quarters of its card, and under it the records of the selected mark. */
export function ResultChart({ details, chart, fileName }: ResultChartProps) {
  const { drawn, fields } = chart;
  const [card, { width, height }] = useSize({ width: defaultSize / share, height: defaultSize / share });
  const size = useMemo(() => ({ width: Math.round(width * share), height: Math.round(height * share) }), [width, height]);
  const { marked, isWaiting, error, retry, isWhole } = useMarks(details, drawn);
  const model = useMemo(() => marked && chartModel(marked.spec, fields, marked.marks, size), [marked, fields, size]);
  // By its first record: every redraw makes new marks.
  const [picked, setPicked] = useState<number>();
  const [traced, setTraced] = useState<number>();
  const selected = model?.drawn.find(({ mark }) => mark.row === picked);
  const filters = selected && marked && selected.mark.rest === undefined ? filtersOf(selected.mark, marked.spec) : undefined;
  const recordsQuery = useRecordsOf(details, isWhole ? undefined : filters);
  const { results } = details._embedded;
  const records = isWhole ? filters && results.filter((row) => fits(row, filters)) : recordsQuery.data?.records;
  const mayTrace = linkFor(details, "record", "GET") !== undefined;
  const isEmpty = usedFields(drawn).size === 0;
  return (
    <section className="card vi-card" aria-label="Chart" ref={card} aria-busy={isWaiting}>
      {error && marked === undefined ? (
        <FaultPanel error={error} onRetry={retry} />
      ) : isEmpty ? (
        <div className="vi-blank">
          <State icon="chart" title="Nothing is drawn yet">
            <p>Drag a field to the X axis and another to the Y axis, or open a field's menu. A third one colours the marks.</p>
            <p>For a histogram, put a number field on the X axis and let the Y axis show the count of records.</p>
          </State>
        </div>
      ) : model === undefined || marked === undefined ? (
        <p className="vi-loading">Loading results...</p>
      ) : (
        <>
          <div className="vi-body">
            <ChartView model={model} spec={marked.spec} selected={selected} onSelect={(drawnMark) => setPicked(drawnMark?.mark.row)} />
            <div className="vi-beside">
              <ExportMenu fileName={fileName} model={model} marked={marked} caption={captionOf(details)} details={details} />
              <Legend model={model} />
            </div>
          </div>
          {selected === undefined ? (
            <SummaryStrip model={model} />
          ) : filters === undefined ? (
            <div className="vi-strip muted">There are too many values to tell apart. Group the field into steps to see the records.</div>
          ) : recordsQuery.error && records === undefined ? (
            <FaultPanel error={recordsQuery.error} onRetry={() => void recordsQuery.refetch()} />
          ) : (
            <RecordStrip
              key={`${selected.mark.row} ${JSON.stringify(filters)}`}
              spec={marked.spec}
              records={records}
              total={isWhole ? (records?.length ?? 0) : (recordsQuery.data?.total ?? selected.mark.count)}
              onOpenTrace={mayTrace ? setTraced : undefined}
              onClose={() => setPicked(undefined)}
            />
          )}
        </>
      )}
      {traced !== undefined && (
        <Suspense fallback={null}>
          <RecordTrace details={details} row={traced} onClose={() => setTraced(undefined)} />
        </Suspense>
      )}
    </section>
  );
}
