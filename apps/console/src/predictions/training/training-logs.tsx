import { clockWithSeconds } from "../../ui/format/dates.ts";
import type { TrainingJobSummary } from "@airlock/contract";
import Skeleton from "@mui/material/Skeleton";
import { ProblemText } from "../../parts/fault/problem-text.tsx";
import { linkFor } from "../../api/session/permissions.ts";
import { useResource } from "../../api/use-resource.ts";
import type { Prediction } from "../editor/use-prediction.ts";

interface TrainingLogsProps {
  readonly prediction: Prediction;
  readonly job: TrainingJobSummary;
  readonly isLive: boolean;
}

/** What the training wrote down, line by line. */
export function TrainingLogs({ prediction, job, isLive }: TrainingLogsProps) {
  const href = linkFor(prediction, "trainingLogs", "GET");
  const { data, error } = useResource("prediction.trainingLogs", {
    queryKey: ["training-logs", href, job.jobId],
    href,
    query: { jobWss: job.jobId },
    refetchInterval: isLive ? 1_000 : false,
  });
  // The log is polled: what is shown stays when one poll fails.
  if (error && data === undefined) return <ProblemText error={error} />;
  if (data === undefined) return <Skeleton height={80} />;
  const { lines } = data._embedded;
  if (lines.length === 0) return <p className="nothing-yet">Nothing was logged yet.</p>;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
    <ol className="pe-logs mono" aria-label={`Log of job ${job.number}`} tabIndex={0}>
      {lines.map(({ at, level, message }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines are only ever added at the end.
        <li key={index} className={level}>
          <time dateTime={at}>{clockWithSeconds(new Date(at))}</time>
          {level !== "info" && <b>{level}</b>}
          <span>{message}</span>
        </li>
      ))}
    </ol>
  );
}
