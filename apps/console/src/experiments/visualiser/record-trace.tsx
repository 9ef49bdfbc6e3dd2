import type { ExperimentRecordFields } from "@airlock/contract";
import { notDecided } from "@airlock/contract/comparison-outcome";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import Skeleton from "@mui/material/Skeleton";
import { TraceBody } from "../../parts/trace/trace-body.tsx";
import { TraceDiagram } from "../../parts/trace/trace-diagram.tsx";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { number } from "../../ui/format/numbers.ts";
import { State } from "../../ui/state.tsx";
import { cellText } from "./chart/mark-text.ts";
import { useRecord, type ResultDetails } from "./use-result.ts";
import { IconAction } from "../../ui/icon-action.tsx";
import "./record-trace.css";

interface RecordTraceProps {
  readonly details: ResultDetails;
  readonly row: number;
  readonly onClose: () => void;
}

/** Why a row was not decided, and the row: the fields that do not fit first. */
function NotDecided({ record: { applicationData, carriedData, definition, problems } }: { readonly record: ExperimentRecordFields }) {
  const wrong = new Map(problems.map(({ field, message }) => [field, message]));
  const names = definition.applicationDatasetFields.map(({ name }) => name);
  const inOrder = [...names.filter((name) => wrong.has(name)), ...names.filter((name) => !wrong.has(name))];
  return (
    <>
      <State icon="warning" tone="quiet" title={notDecided}>
        {problems.map(({ field, code, message }) => (
          <p key={field}>
            <span className="df">{field}</span> {code === "missing" ? "is missing. It is required." : message}
          </p>
        ))}
      </State>
      <dl className="vi-trace-values" aria-label="Values of the record">
        {Object.entries(carriedData).map(([name, value]) => (
          <div key={name}>
            <dt className="df carried">{name}</dt>
            <dd className="num">{cellText(value)}</dd>
          </div>
        ))}
        {inOrder.map((name) => (
          <div key={name}>
            <dt className="df">{name}</dt>
            <dd className={wrong.has(name) ? "ex-problem num" : "num"}>{cellText(cellOf(applicationData[name]))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** One record on the diagram of the solution that ran: its path, and why. */
export function RecordTrace({ details, row, onClose }: RecordTraceProps) {
  const { data, error, refetch } = useRecord(details, row);
  const record = data?._embedded;
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby="record-trace-title" slotProps={{ paper: { className: "trace-window" } }}>
      <header className="window-bar">
        <IconAction icon="back" label="Back to the chart" onClick={onClose} />
        <h2 id="record-trace-title">Record {number(row)}</h2>
        <span className="muted clip">
          {details._embedded.solutionName} on {details._embedded.datasourceName}
        </span>
      </header>
      {error && record === undefined ? (
        <div className="trace-window-alone">
          <FaultPanel error={error} onRetry={() => void refetch()} />
        </div>
      ) : record === undefined ? (
        <div className="trace-window-alone" aria-busy="true">
          <Skeleton variant="rounded" height={240} />
        </div>
      ) : record.outcome === "refused" ? (
        <div className="trace-window-alone">
          <NotDecided record={record} />
        </div>
      ) : (
        <>
          <div className="trace-window-diagram">
            <TraceDiagram traced={record} />
          </div>
          <aside className="trace" aria-label={`Steps of record ${row}`}>
            <TraceBody traced={record} />
          </aside>
        </>
      )}
    </Dialog>
  );
}

/** True and false are shown as words. */
function cellOf(value: string | number | boolean | undefined): string | number | null {
  return typeof value === "boolean" ? String(value) : (value ?? null);
}
