import Dialog from "@mui/material/Dialog";
import IconButton from "@mui/material/IconButton";
import Skeleton from "@mui/material/Skeleton";
import Tooltip from "@mui/material/Tooltip";
import { TraceBody } from "../executions/trace-body.tsx";
import { TraceDiagram } from "../executions/trace-diagram.tsx";
import { FaultPanel } from "../fault/fault-panel.tsx";
import { number } from "../format/numbers.ts";
import { Icon } from "../look/icon.tsx";
import { State } from "../look/state.tsx";
import { useRecord, type ResultDetails } from "./use-result.ts";
import "./record-trace.css";

interface RecordTraceProps {
  readonly details: ResultDetails;
  readonly row: number;
  readonly onClose: () => void;
}

/** One record on the diagram of the solution that ran: the way it took, and why. */
export function RecordTrace({ details, row, onClose }: RecordTraceProps) {
  const { data, error, refetch } = useRecord(details, row);
  const record = data?._embedded;
  return (
    <Dialog open fullScreen onClose={onClose} aria-labelledby="record-trace-title" className="vi-trace">
      <header className="vi-trace-bar">
        <Tooltip title="Back to the chart">
          <IconButton aria-label="Back to the chart" onClick={onClose}>
            <Icon name="back" />
          </IconButton>
        </Tooltip>
        <h2 id="record-trace-title">Record {number(row)}</h2>
        <span className="muted clip">
          {details._embedded.solutionName} on {details._embedded.datasourceName}
        </span>
      </header>
      {error ? (
        <div className="vi-trace-alone">
          <FaultPanel error={error} onRetry={() => void refetch()} />
        </div>
      ) : record === undefined ? (
        <div className="vi-trace-alone" aria-busy="true">
          <Skeleton variant="rounded" height={240} />
        </div>
      ) : record.outcome === "refused" ? (
        <div className="vi-trace-alone">
          <State icon="warning" tone="quiet" title="The record was refused">
            {record.problems.map(({ field, message }) => (
              <p key={field}>{message}</p>
            ))}
          </State>
        </div>
      ) : (
        <>
          <div className="vi-trace-diagram">
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
