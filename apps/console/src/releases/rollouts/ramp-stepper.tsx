import type { RolloutFields } from "@airlock/contract";
import { ChartCard } from "../../parts/charts/chart-card.tsx";
import { DateText } from "../../ui/format/date-text.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { durationText, shareText } from "./rollout-words.ts";

/** The steps of a ramp: which are done, which is current, and when the next one begins. */
export function RampStepper({ rollout }: { readonly rollout: RolloutFields }) {
  const { steps, step, stepDate, nextStepDate, status, versionName, guards } = rollout;
  const isRunning = status === "running";
  const isLast = step === steps.length - 1;
  return (
    <ChartCard title={`Step ${step + 1} of ${steps.length}`} label="Steps">
      {isRunning && nextStepDate !== null && (
        <p className="small-text">
          {isLast ? `${versionName} is released` : `${shareText(steps[step + 1]?.share ?? 100)} of the calls`} on{" "}
          <DateText date={nextStepDate} />
          {guards.length > 0 ? ", if every guard holds." : "."}
        </p>
      )}
      <ol className="rollout-steps">
        {steps.map(({ share, minutes }, index) => {
          const isDone = index < step || status === "promoted";
          const isCurrent = index === step && isRunning;
          return (
            <li key={share} className={isDone ? "is-done" : undefined} aria-current={isCurrent ? "step" : undefined}>
              <span className={`round-mark small ${isDone ? "success" : isCurrent ? "info" : ""}`}>
                {isDone ? <Icon name="check" size={14} /> : index + 1}
              </span>
              <b>{shareText(share)}</b>
              <span className="helper">
                {isDone ? (
                  "done"
                ) : isCurrent && stepDate !== null ? (
                  <>
                    since <DateText date={stepDate} />
                  </>
                ) : (
                  `for ${durationText(minutes)}`
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </ChartCard>
  );
}
