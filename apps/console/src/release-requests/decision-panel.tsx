import { useProfile } from "../api/session/use-session.ts";
import { fullName } from "../ui/format/initials.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { StatusPill } from "../ui/status-pill.tsx";
import { approversOf } from "./approvals.ts";
import { DecisionForm } from "./decision-form.tsx";
import { PersonMark } from "./person-mark.tsx";
import { ReleaseSection } from "./release-section.tsx";
import { Thread } from "./thread.tsx";
import type { ReleaseRequest } from "./use-release-request.ts";

/** Who approved, what was said, and the decision. */
export function DecisionPanel({ request }: { readonly request: ReleaseRequest }) {
  return (
    <aside className="card rr-decision" aria-label="Decision">
      <Approvals request={request} />
      <Thread thread={request._embedded.thread} />
      <div className="rr-decide">
        <DecisionForm request={request} />
        <ReleaseSection request={request} />
      </div>
    </aside>
  );
}

function Approvals({ request }: { readonly request: ReleaseRequest }) {
  const { approvals, policy, thread, createdBy, createdByWss, mayNotApprove, status } = request._embedded;
  const { webSafeString: me, firstName, name: lastName } = useProfile()._embedded;
  const myName = fullName(firstName, lastName);
  const approvers = approversOf(thread);
  const isRequester = createdByWss === me;
  const isWaiting = status === "open" && mayNotApprove === "" && !approvers.some(({ key, isVoid }) => key === me && !isVoid);
  const requester = createdBy === "" ? "A deleted user" : createdBy;
  return (
    <section className="rr-approvals" aria-label="Approvals">
      <header>
        <h2>Approvals</h2>
        <span className="num">{policy.approvals === 0 ? "None needed" : `${approvals} of ${policy.approvals}`}</span>
        <span className="rr-meter" aria-hidden="true">
          {Array.from({ length: policy.approvals }, (_, at) => (
            <i key={at} className={at < approvals ? "is-done" : ""} />
          ))}
        </span>
      </header>
      <ul>
        {approvers.map(({ key, name, date, versionName, isVoid }) => (
          <li key={key} className={isVoid ? "is-void" : ""}>
            <PersonMark name={name} />
            <div className="grow">
              <p>
                {isVoid ? <s>{name}</s> : name}
                {key === me ? ", you" : ""}
              </p>
              <p className="helper">{isVoid ? `Approved ${versionName}; no longer counts` : <DateText date={date} />}</p>
            </div>
            {isVoid ? <StatusPill status="stopped">Void</StatusPill> : <StatusPill status="trained">Approved</StatusPill>}
          </li>
        ))}
        {isWaiting && !isRequester && (
          <li>
            <PersonMark name={myName} />
            <p className="grow">{myName}, you</p>
            <StatusPill status="not-deployed">Waiting</StatusPill>
          </li>
        )}
        {!approvers.some(({ key, isVoid }) => key === createdByWss && !isVoid) && (
          <li>
            <PersonMark name={requester} />
            <div className="grow">
              <p>
                {requester}
                {isRequester ? ", you" : ""}
              </p>
              <p className="helper">{policy.ownApproval ? "Requested it" : "Requested it, so cannot approve it"}</p>
            </div>
            {!policy.ownApproval && <Icon name="lock" size={16} />}
          </li>
        )}
      </ul>
    </section>
  );
}
