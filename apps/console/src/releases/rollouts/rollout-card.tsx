import type { ReactNode } from "react";
import { ButtonLink } from "../../ui/button-link.ts";
import { DateText } from "../../ui/format/date-text.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { callsText, guardsText, kindWords, rolloutPill, rolloutTitle, shareText } from "./rollout-words.ts";
import type { Rollout } from "./use-rollout.ts";

/** A running rollout of a solution: what it does, what comes next, and how its guards are. */
export function RolloutCard({ rollout: { _embedded: rollout } }: { readonly rollout: Rollout }) {
  const { webSafeString, kind, liveVersionName, beganDate, createdDate, nextStepDate, steps, step, guards, guardStates, message } = rollout;
  const pill = rolloutPill(rollout);
  const isBroken = guardStates.some(({ state }) => state === "broken");
  const hold = guardStates.length === guards.length && guardStates.every(({ state }) => state === "holds");
  const next = steps[step + 1];
  return (
    <section className="card release-live" aria-label={rolloutTitle(rollout)}>
      <header>
        <h2>{rolloutTitle(rollout)}</h2>
        <StatusPill status={pill.status}>{pill.text}</StatusPill>
        <span className="helper">
          beside {liveVersionName} since <DateText date={beganDate ?? createdDate} />
        </span>
      </header>
      <p>
        {callsText(rollout)}
        {nextStepDate !== null && (
          <>
            {" "}
            {next === undefined ? "Released" : `Next ${shareText(next.share)}`} on <DateText date={nextStepDate} />.
          </>
        )}
      </p>
      {message !== "" && <p>{message}</p>}
      <footer>
        {kind === "ramp" && (
          <StatusPill status="configuring">
            Step {step + 1} of {steps.length}
          </StatusPill>
        )}
        {kind !== "shadow" && (
          <StatusPill status={isBroken ? "error" : hold && guards.length > 0 ? "trained" : "waiting"}>{guardsText(rollout)}</StatusPill>
        )}
        <span className="grow" />
        <ButtonLink variant="outlined" size="small" to="/admin/rollouts/$webSafeString" params={{ webSafeString }}>
          {kind === "shadow" ? "Open comparison" : "Open results"}
        </ButtonLink>
      </footer>
    </section>
  );
}

/** Before the first rollout: what each kind is for. */
export function NoRolloutsCard({ start }: { readonly start: ReactNode }) {
  return (
    <section className="card release-live" aria-label="Rollouts">
      <header>
        <h2>Rollouts</h2>
        <span className="helper">Try another version on real calls before it is released.</span>
      </header>
      <dl className="rollout-about">
        {(["shadow", "split", "ramp"] as const).map((kind) => (
          <div key={kind}>
            <dt>{kindWords[kind].title}</dt>
            <dd>{kindWords[kind].help}</dd>
          </div>
        ))}
      </dl>
      {start !== null && <footer>{start}</footer>}
    </section>
  );
}
