import type { RolloutResultFields } from "@airlock/contract";
import LinearProgress from "@mui/material/LinearProgress";
import { number } from "../../ui/format/numbers.ts";
import { Icon } from "../../ui/icons/icon.tsx";
import { RolloutActions } from "./actions.tsx";
import { verdictOf } from "./result-words.ts";
import type { Rollout } from "./use-rollout.ts";

interface VerdictBarProps {
  readonly rollout: Rollout;
  readonly results: RolloutResultFields;
}

/** Whether the versions differ for sure, how far the test is, and what can be done. */
export function VerdictBar({ rollout, results }: VerdictBarProps) {
  const { status, knownOutcome } = rollout._embedded;
  const { isSignificant, title, text, observed } = verdictOf(results, rollout._embedded);
  const { needed } = results;
  const what = knownOutcome === null ? "Decisions" : "Decisions with a known outcome";
  return (
    <section className="card rollout-verdict" aria-label="Verdict">
      <span className={`round-mark small ${isSignificant ? "success" : "info"}`}>
        <Icon name={isSignificant ? "check" : "clock"} size={14} />
      </span>
      <div className="grow">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {status === "running" && needed !== null && !isSignificant && (
        <div className="rollout-progress">
          <p>
            {what}{" "}
            <span className="num">
              <b>{number(observed)}</b> of about {number(needed)}
            </span>
          </p>
          <LinearProgress
            variant="determinate"
            aria-label={what}
            value={Math.min(100, Math.round((observed / Math.max(1, needed)) * 100))}
          />
        </div>
      )}
      <RolloutActions rollout={rollout} />
    </section>
  );
}
