import { Link } from "@tanstack/react-router";
import { DateText } from "../../ui/format/date-text.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { StatusPill } from "../../ui/status-pill.tsx";
import { ArmsView } from "./arms-view.tsx";
import { GuardsCard } from "./guards-card.tsx";
import { RampStepper } from "./ramp-stepper.tsx";
import { callsText, rolloutPill, rolloutTitle } from "./rollout-words.ts";
import { ShadowView } from "./shadow-view.tsx";
import type { Rollout } from "./use-rollout.ts";
import "./rollouts.css";

/** One rollout: why it ended if it did, its results, its steps and its guards. */
export function RolloutView({ rollout }: { readonly rollout: Rollout }) {
  const fields = rollout._embedded;
  const { solutionWss, solutionName, kind, reason, createdBy, createdDate, knownOutcome, liveVersionName } = fields;
  const pill = rolloutPill(fields);
  return (
    <>
      <PageHead
        title={`${rolloutTitle(fields)} - ${solutionName}`}
        back={{
          to: "/admin/solutions/$webSafeString/releases",
          params: { webSafeString: solutionWss },
          label: `Back to releases of ${solutionName}`,
        }}
        status={<StatusPill status={pill.status}>{pill.text}</StatusPill>}
      />
      <div className="rollout">
        <EndNote rollout={rollout} />
        {kind === "ramp" && <RampStepper rollout={fields} />}
        {kind === "shadow" ? <ShadowView rollout={rollout} /> : <ArmsView rollout={rollout} />}
        {kind !== "shadow" && <GuardsCard rollout={fields} />}
        <p className="helper">
          Beside {liveVersionName}. {callsText(fields)}
          {knownOutcome !== null && ` ${knownOutcome.name} is read from a datasource, once outcomes are known.`} Started on{" "}
          <DateText date={createdDate} />
          {createdBy === "" ? "" : ` by ${createdBy}`}.{reason !== "" && ` ${reason}`}{" "}
          <Link to="/admin/solutions/$webSafeString/releases" params={{ webSafeString: solutionWss }}>
            Releases of {solutionName}
          </Link>
        </p>
      </div>
    </>
  );
}

/** Why it is over, or what keeps it waiting. */
function EndNote({ rollout }: { readonly rollout: Rollout }) {
  const { status, message, endedDate, versionName, liveVersionName, beganDate } = rollout._embedded;
  if (status === "rolledBack") {
    return (
      <section className="card rollout-note error" role="alert">
        <Icon name="undo" size={18} />
        <div>
          <h2>
            Rolled back on <DateText date={endedDate} />
          </h2>
          {message !== "" && <p>{message}</p>}
          <p>{liveVersionName} answers every call again. Everyone who may release was mailed.</p>
        </div>
      </section>
    );
  }
  if (status === "promoted" || status === "ended") {
    return (
      <section className="card rollout-note" aria-label="End">
        <Icon name={status === "promoted" ? "rocket" : "stop"} size={18} />
        <div>
          <h2>
            {status === "promoted" ? "Promoted" : "Ended"} on <DateText date={endedDate} />
          </h2>
          {message !== "" && <p>{message}</p>}
          <p>{status === "promoted" ? `${versionName} was released.` : `${liveVersionName} answers every call again.`}</p>
        </div>
      </section>
    );
  }
  if (beganDate === null || message !== "") {
    return (
      <section className="card rollout-note" aria-label="Waiting">
        <Icon name="clock" size={18} />
        <p>{message === "" ? `Waiting until every runtime serves ${versionName}. Calls reach it from then on.` : message}</p>
      </section>
    );
  }
  return null;
}
