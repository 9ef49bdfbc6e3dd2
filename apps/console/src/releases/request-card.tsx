import type { ReleaseRequestFields } from "@airlock/contract";
import { gatesText, isBlocking } from "../parts/release-gates/gate-words.ts";
import { ButtonLink } from "../ui/button-link.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { StatusPill } from "../ui/status-pill.tsx";

/** The open request of a solution: what it is about and what it waits for. */
export function RequestCard({ request }: { readonly request: ReleaseRequestFields }) {
  const { webSafeString, number, versionName, createdBy, createdDate, description, approvals, policy, gates, gatesState } = request;
  const blocks = gates.some(isBlocking);
  return (
    <section className="card release-live" aria-label="Open release request">
      <header>
        <h2>Release request {number}</h2>
        <StatusPill status="configuring">{versionName}</StatusPill>
        <span className="helper">
          requested on <DateText date={createdDate} />
          {createdBy === "" ? "" : ` by ${createdBy}`}
        </span>
      </header>
      {description !== "" && <p>{description}</p>}
      <footer>
        {gatesState === "running" ? (
          <StatusPill status="training">Gates are running</StatusPill>
        ) : (
          gates.length > 0 && <StatusPill status={blocks ? "error" : "trained"}>Gates: {gatesText(gates)}</StatusPill>
        )}
        {policy.approvals > 0 && (
          <StatusPill status={approvals < policy.approvals ? "not-deployed" : "trained"}>
            {approvals} of {policy.approvals} approvals
          </StatusPill>
        )}
        <span className="grow" />
        <ButtonLink variant="outlined" size="small" to="/admin/release-requests/$webSafeString" params={{ webSafeString }}>
          Open request
        </ButtonLink>
      </footer>
    </section>
  );
}
