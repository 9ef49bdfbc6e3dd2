import { formatFixed } from "@airlock/flow/locale";
import type { TrainingJobSummary, TrainingStatus } from "@airlock/contract";
import Button from "@mui/material/Button";
import { Fragment, useState } from "react";
import { DateText } from "../../ui/format/date-text.tsx";
import { StatusPill, type Status } from "../../ui/status-pill.tsx";
import { TrainingLogs } from "./training-logs.tsx";
import { tookText } from "./training-words.ts";
import type { Prediction } from "../editor/use-prediction.ts";
import { isUnderWay } from "./use-training.ts";
import { ScrollTable } from "../../parts/charts/scroll-table.tsx";

const looks: Readonly<Record<TrainingStatus, { readonly status: Status; readonly text: string }>> = {
  waiting: { status: "waiting", text: "Waiting" },
  training: { status: "training", text: "Training" },
  trained: { status: "trained", text: "Trained" },
  failed: { status: "error", text: "Error" },
  cancelled: { status: "stopped", text: "Cancelled" },
};

interface JobTableProps {
  readonly prediction: Prediction;
  readonly jobs: readonly TrainingJobSummary[];
  readonly seenAt: number;
  readonly onModel: (number: number) => void;
}

export function JobTable({ prediction, jobs, seenAt, onModel }: JobTableProps) {
  const [open, setOpen] = useState<string>();
  const metric = jobs.find((job) => job.metric !== null)?.metric?.name ?? "Measure";
  const { deployedModel } = prediction._embedded;
  return (
    <section className="card" aria-label="Jobs">
      <ScrollTable
        label="Jobs"
        className="pe-scroll"
        tableClass="pe-jobs"
        isCardsWhenNarrow
        heads={[
          "Job",
          "Status",
          "Created",
          "Ended",
          "Last status update",
          { text: "Took", isNumber: true },
          { text: metric, isNumber: true },
          "Model",
          { text: "Actions", isHidden: true, className: "pe-acts" },
        ]}
      >
        {jobs.map((job) => {
          const look = looks[job.status];
          const until = isUnderWay(job.status) ? seenAt : new Date(job.ended ?? job.lastStatusUpdate).getTime();
          const isOpen = open === job.jobId;
          return (
            <Fragment key={job.jobId}>
              <tr>
                <td className="strong">Job {job.number}</td>
                <td>
                  <StatusPill status={look.status}>{look.text}</StatusPill>
                </td>
                <td>
                  <DateText date={job.created} />
                </td>
                <td>
                  <DateText date={job.ended} />
                </td>
                <td>
                  <DateText date={job.lastStatusUpdate} />
                </td>
                <td className="num" data-title="took">
                  {tookText(job.created, until)}
                </td>
                <td className="num">{job.metric === null ? "-" : formatFixed(job.metric.value, 3)}</td>
                <td>
                  {job.model === null ? (
                    <span className="faint">-</span>
                  ) : (
                    <span className="pe-model">
                      <Button size="small" onClick={() => onModel(job.model ?? 0)}>
                        Model {job.model}
                      </Button>
                      {job.model === deployedModel && <span className="chip success">Deployed</span>}
                    </span>
                  )}
                </td>
                <td className="pe-acts">
                  <Button
                    size="small"
                    color="inherit"
                    aria-expanded={isOpen}
                    aria-label={`Logs of job ${job.number}`}
                    onClick={() => setOpen(isOpen ? undefined : job.jobId)}
                  >
                    Logs
                  </Button>
                </td>
              </tr>
              {isOpen && (
                <tr className="pe-logs-row">
                  <td colSpan={9}>
                    <TrainingLogs prediction={prediction} job={job} isLive={isUnderWay(job.status)} />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </ScrollTable>
    </section>
  );
}
