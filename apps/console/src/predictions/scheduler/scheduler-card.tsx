import { DateText } from "../../ui/format/date-text.tsx";
import { counted } from "../../ui/format/numbers.ts";
import { StatusPill } from "../../ui/status-pill.tsx";
import type { Prediction } from "../editor/use-prediction.ts";
import { scheduleText, untilText } from "./scheduler-words.ts";

/** `now` is 0 until the first response. */
interface SchedulerCardProps {
  readonly prediction: Prediction;
  readonly now: number;
}

/** Whether the scheduler runs, when its next run is, and its results so far. */
export function SchedulerCard({ prediction, now }: SchedulerCardProps) {
  const { status, scheduler, nextRun, scores } = prediction._embedded;
  const runs = status === "schedulerRunning";
  return (
    <section className="card ps-now" aria-labelledby="ps-now">
      <header className="pe-card-head">
        <h2 id="ps-now">Scheduler</h2>
        <StatusPill status={runs ? "serving" : "stopped"}>{runs ? "Running" : "Stopped"}</StatusPill>
        <span className="grow" />
        <span className="muted">{scheduleText(scheduler)}</span>
      </header>
      <dl className="pe-facts ps-facts">
        <dt>Next run</dt>
        <dd>
          {nextRun === null ? (
            "-"
          ) : (
            <>
              <DateText date={nextRun} /> {now > 0 && <span className="muted">{untilText(nextRun, now)}</span>}
            </>
          )}
        </dd>
        <dt>Scores</dt>
        <dd>
          {scores === null ? (
            "-"
          ) : (
            <>
              {counted(scores.persons, "person", "people")}, as of <DateText date={scores.asOf} />{" "}
              <span className="muted">by model {scores.model}</span>
            </>
          )}
        </dd>
      </dl>
    </section>
  );
}
