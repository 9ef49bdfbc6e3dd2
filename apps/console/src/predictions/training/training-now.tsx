import type { TrainingJob } from "@airlock/contract";
import { Icon } from "../../ui/icons/icon.tsx";
import { LearningCurve } from "./learning-curve.tsx";
import { progressText, stageEnd, stageOrder, stageTitle, tookText } from "./training-words.ts";
import { isUnderWay } from "./use-training.ts";

const stateTitles = { todo: "to do", done: "done", now: "in progress", halted: "not finished" } as const;

interface TrainingNowProps {
  readonly job: TrainingJob;
  readonly seenAt: number;
}

/** The job that runs or ran last: its stages and its learning curve, live. */
export function TrainingNow({ job, seenAt }: TrainingNowProps) {
  const underWay = isUnderWay(job.status);
  const stages = stageOrder.filter((stage) => stage !== "search" || job.stages.some((one) => one.stage === "search"));
  return (
    <section className="card pe-now" aria-labelledby="pe-now">
      <header className="pe-card-head">
        <h2 id="pe-now">Job {job.number}</h2>
        <span className="grow" />
        <span className="muted num">
          {underWay ? progressText(job, seenAt) : `took ${tookText(job.created, new Date(job.ended ?? job.lastStatusUpdate).getTime())}`}
        </span>
      </header>
      {job.message !== "" && (
        <p className="pe-note error" role="alert">
          <Icon name="error" size={16} />
          {job.message}
        </p>
      )}
      <div className="pe-now-body">
        <ol className="pe-stages" aria-label="Stages">
          {stages.map((stage) => {
            const found = job.stages.find((one) => one.stage === stage);
            const state = found === undefined ? "todo" : found.ended !== null ? "done" : underWay ? "now" : "halted";
            return (
              <li key={stage} className={`row gap-10 ${state}`}>
                <span className="pe-stage-mark">
                  {state === "done" && <Icon name="check" size={12} />}
                  {state === "halted" && <Icon name="x" size={12} />}
                </span>
                <span className="grow">{stageTitle(stage, job)}</span>
                <span className="sr">{stateTitles[state]}</span>
                {found !== undefined && <span className="num muted">{tookText(found.started, stageEnd(found.ended, job, seenAt))}</span>}
              </li>
            );
          })}
        </ol>
        <div className="pe-loss">
          <h3>Loss on the evaluation records</h3>
          {job.curve.length === 0 ? (
            <p className="nothing-yet">{underWay ? "The curve begins with the first tree." : "No tree was built."}</p>
          ) : (
            <LearningCurve curve={job.curve} iterations={job.iterations} height={200} />
          )}
        </div>
      </div>
    </section>
  );
}
