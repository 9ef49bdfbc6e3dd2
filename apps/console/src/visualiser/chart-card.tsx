import { lazy, Suspense, useMemo, useState } from "react";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { State } from "../look/state.tsx";
import { linkFor } from "../session/permissions.ts";
import { chartModel } from "./chart-model.ts";
import { usedFields } from "./chart-spec.ts";
import { ChartView } from "./chart-view.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { Legend } from "./legend.tsx";
import { filtersOf, fits } from "./marks.ts";
import { RecordStrip, SummaryStrip } from "./record-strip.tsx";
import { useBox } from "./use-box.ts";
import type { Chart } from "./use-chart.ts";
import { useMarks } from "./use-marks.ts";
import { useRecordsOf, type ResultDetails } from "./use-result.ts";
import "./chart-card.css";

const RecordTrace = lazy(async () => ({ default: (await import("./record-trace.tsx")).RecordTrace }));

interface ChartCardProps {
  readonly details: ResultDetails;
  readonly chart: Chart;
  readonly fileName: string;
}

/** The chart at three quarters of its card, and under it the records of the selected mark. */
export function ChartCard({ details, chart, fileName }: ChartCardProps) {
  const { drawn, fields } = chart;
  const [box, size] = useBox();
  const { marked, isWaiting, error, retry, isWhole } = useMarks(details, drawn);
  const model = useMemo(() => marked && chartModel(marked.spec, fields, marked.marks, size), [marked, fields, size]);
  // By its first record: every redraw makes new marks.
  const [picked, setPicked] = useState<number>();
  const [traced, setTraced] = useState<number>();
  const selected = model?.squares.find(({ mark }) => mark.row === picked);
  const filters = selected && marked && selected.mark.rest === undefined ? filtersOf(selected.mark, marked.spec) : undefined;
  const asked = useRecordsOf(details, isWhole ? undefined : filters);
  const { results, resultsCount } = details._embedded;
  const records = isWhole ? filters && results.filter((row) => fits(row, filters)) : asked.data?.records;
  const mayTrace = linkFor(details, "record", "GET") !== undefined;
  const isEmpty = usedFields(drawn).size === 0;
  return (
    <section className="card vi-card" aria-label="Chart" ref={box} aria-busy={isWaiting}>
      {error && marked === undefined ? (
        <FaultPanel error={error} onRetry={retry} />
      ) : isEmpty ? (
        <div className="vi-blank">
          <State icon="chart" title="Nothing is drawn yet">
            <p>Drag a field to the X axis and another to the Y axis, or open a field's menu. A third one colours the marks.</p>
          </State>
        </div>
      ) : model === undefined || marked === undefined ? (
        <p className="vi-loading">Loading results...</p>
      ) : (
        <>
          <div className="vi-body">
            <ChartView model={model} spec={marked.spec} selected={selected} onSelect={(square) => setPicked(square?.mark.row)} />
            <div className="vi-beside">
              <ExportMenu fileName={fileName} model={model} marked={marked} />
              <Legend model={model} />
            </div>
          </div>
          {selected === undefined ? (
            <SummaryStrip total={resultsCount} marks={marked.marks.length} unplaced={model.unplaced} />
          ) : filters === undefined ? (
            <div className="vi-strip muted">These values are too many to tell apart. Group the field into steps to see the records.</div>
          ) : asked.error ? (
            <FaultPanel error={asked.error} onRetry={() => void asked.refetch()} />
          ) : (
            <RecordStrip
              key={`${selected.mark.row} ${JSON.stringify(filters)}`}
              spec={marked.spec}
              records={records}
              total={isWhole ? (records?.length ?? 0) : (asked.data?.total ?? selected.mark.count)}
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
