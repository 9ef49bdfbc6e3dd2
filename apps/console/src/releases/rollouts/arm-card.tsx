import type { ArmResult, RolloutFields } from "@airlock/contract";
import { Link } from "@tanstack/react-router";
import { inOrder, outcomeColour, outcomeText } from "../../parts/outcome-mix/outcome-words.ts";
import { millisText } from "../../ui/format/millis-text.ts";
import { number } from "../../ui/format/numbers.ts";
import { rateText } from "./result-words.ts";
import { shareText } from "./rollout-words.ts";

interface ArmCardProps {
  readonly arm: ArmResult;
  readonly rollout: RolloutFields;
}

const maxOutcomes = 4;

/** What one of the two versions decided. */
export function ArmCard({ arm, rollout }: ArmCardProps) {
  const { arm: name, versionName, executions, failed, p99Millis, knownOutcome } = arm;
  const isChallenger = name === "challenger";
  const title = isChallenger ? "Challenger" : "Champion";
  const share = isChallenger ? rollout.share : 100 - rollout.share;
  const outcomes = inOrder(arm.outcomes);
  return (
    <section className="card rollout-arm" aria-label={`${title} ${versionName}`}>
      <header>
        <h2 className={`pc-key look-${isChallenger ? 4 : "baseline"}`}>{title}</h2>
        <b>{versionName}</b>
        <span className="grow" />
        <Link to="/admin/executions" search={{ rollout: rollout.webSafeString, arm: name, running: "all" }}>
          Executions
        </Link>
      </header>
      <dl>
        <div>
          <dt>Share</dt>
          <dd>
            <strong>{rollout.status === "running" ? shareText(Math.round(share * 100) / 100) : "-"}</strong>
            <span>{rollout.status === "running" ? "of the calls" : "ended"}</span>
          </dd>
        </div>
        <div>
          <dt>Executions</dt>
          <dd>
            <strong>{number(executions)}</strong>
            <span>{executions === 0 ? "none yet" : `${rateText(failed.value)} failed, p99 ${millisText(p99Millis)} ms`}</span>
          </dd>
        </div>
        <div className="rollout-mix">
          <dt>Outcome mix</dt>
          <dd>
            {outcomes.length === 0 ? (
              <span>No outcomes yet</span>
            ) : (
              <>
                <span className="rollout-bar" aria-hidden="true">
                  {outcomes.map(({ outcome, rate }, at) => (
                    <i key={outcome} style={{ flexGrow: rate.count, background: outcomeColour(outcome, at) }} />
                  ))}
                </span>
                <ul>
                  {outcomes.slice(0, maxOutcomes).map(({ outcome, rate }, at) => (
                    <li key={outcome}>
                      <i style={{ background: outcomeColour(outcome, at) }} />
                      {outcomeText(outcome)} <b className="num">{rateText(rate.value)}</b>
                    </li>
                  ))}
                  {outcomes.length > maxOutcomes && <li className="muted">{outcomes.length - maxOutcomes} more</li>}
                </ul>
              </>
            )}
          </dd>
        </div>
        {knownOutcome !== null && (
          <div>
            <dt>{rollout.knownOutcome?.name}</dt>
            <dd>
              <strong>{knownOutcome.of === 0 ? "-" : rateText(knownOutcome.value)}</strong>
              {knownOutcome.of > 0 && (
                <span>
                  {rateText(knownOutcome.low)} to {rateText(knownOutcome.high)}
                </span>
              )}
              <span>
                {number(knownOutcome.count)} of {number(knownOutcome.of)}
              </span>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
