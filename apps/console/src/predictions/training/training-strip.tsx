import LinearProgress from "@mui/material/LinearProgress";
import { percentOf, progressText, stageText } from "./training-words.ts";
import { isUnderWay, type Training } from "./use-training.ts";

/** While a job runs: how far it is, on every tab. */
export function TrainingStrip({ training: { job, seenAt } }: { readonly training: Training }) {
  if (job === null || job === undefined || !isUnderWay(job.status)) return null;
  const percent = percentOf(job);
  return (
    <output className="card pe-strip">
      <span className="strong">Job {job.number} is training</span>
      <span className="muted">{stageText(job)}. Changes to the mapping apply to the next training.</span>
      <span className="num muted">{progressText(job, seenAt)}</span>
      <LinearProgress
        className="wide-progress"
        variant={percent === 0 ? "indeterminate" : "determinate"}
        value={percent}
        aria-label={`Job ${job.number}`}
      />
    </output>
  );
}
