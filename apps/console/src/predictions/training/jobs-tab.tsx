import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense } from "react";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { State } from "../../ui/state.tsx";
import { JobTable } from "./job-table.tsx";
import type { PredictionSearch } from "../editor/prediction-search.ts";
import { RunsTable } from "../scheduler/runs-table.tsx";
import { SchedulerCard } from "../scheduler/scheduler-card.tsx";
import type { Runs } from "../scheduler/use-runs.ts";
import { ModelRoom } from "../report/model-room.tsx";
import { TrainingNow } from "./training-now.tsx";
import type { Prediction } from "../editor/use-prediction.ts";
import type { Training } from "./use-training.ts";

/** Loaded on demand with its charts, because few users open it. */
const DriftRoom = lazy(async () => ({ default: (await import("../drift/drift-room.tsx")).DriftRoom }));

interface JobsTabProps {
  readonly prediction: Prediction;
  readonly training: Training;
  readonly runs: Runs;
  readonly search: PredictionSearch;
  readonly onSearch: (search: PredictionSearch) => void;
}

/** The jobs of a configuration, or the report of one of their models. */
export function JobsTab({ prediction, training, runs, search, onSearch }: JobsTabProps) {
  if (search.model !== undefined) {
    return (
      <ModelRoom
        key={search.model}
        prediction={prediction}
        training={training}
        number={search.model}
        against={search.against}
        onShow={(model, against) =>
          onSearch({ tab: "jobs", ...(model === undefined ? {} : { model }), ...(against === undefined ? {} : { against }) })
        }
      />
    );
  }
  if (search.drift !== undefined) {
    return (
      <Suspense fallback={<Skeleton height={320} />}>
        <DriftRoom
          prediction={prediction}
          days={search.drift}
          onDays={(drift) => onSearch({ tab: "jobs", drift })}
          onBack={() => onSearch({ tab: "jobs" })}
        />
      </Suspense>
    );
  }
  const onModel = (model: number) => onSearch({ tab: "jobs", model });
  if (prediction._embedded.type === "standard") return <JobList prediction={prediction} training={training} onModel={onModel} />;
  return (
    <>
      <SchedulerCard prediction={prediction} now={runs.seenAt} />
      {runs.runs === undefined && runs.error ? (
        <section className="card">
          <FaultPanel error={runs.error} onRetry={runs.retry} />
        </section>
      ) : runs.runs === undefined ? (
        <Skeleton height={160} />
      ) : (
        <RunsTable runs={runs.runs} seenAt={runs.seenAt} onOlder={runs.showOlder} olderError={runs.olderError} onModel={onModel} />
      )}
      <JobList prediction={prediction} training={training} onModel={onModel} />
    </>
  );
}

interface JobListProps extends Pick<JobsTabProps, "prediction" | "training"> {
  readonly onModel: (number: number) => void;
}

function JobList({ prediction, training, onModel }: JobListProps) {
  const { job, jobs, seenAt } = training;
  if (job === undefined) {
    return training.error ? (
      <section className="card">
        <FaultPanel error={training.error} onRetry={training.retry} />
      </section>
    ) : (
      <Skeleton height={320} />
    );
  }
  if (job === null) {
    return (
      <section className="card">
        <State icon="predictions" title="Prediction Config status: No training job has been started for this prediction configuration.">
          <p>
            {prediction._embedded.type === "standard"
              ? "A job reads the training datasource, builds trees and writes a report. Train starts one."
              : "A job reads the events, builds trees and writes a report. The scheduler starts one with its first run."}
          </p>
        </State>
      </section>
    );
  }
  const all = [job, ...jobs.filter((one) => one.jobId !== job.jobId)];
  return (
    <>
      <TrainingNow job={job} seenAt={seenAt} />
      <JobTable prediction={prediction} jobs={all} seenAt={seenAt} onModel={onModel} />
    </>
  );
}
