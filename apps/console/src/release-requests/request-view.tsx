import { Link } from "@tanstack/react-router";
import { useComparison } from "../parts/comparison/use-comparison.ts";
import { ButtonLink } from "../ui/button-link.ts";
import { DateText } from "../ui/format/date-text.tsx";
import { Icon } from "../ui/icons/icon.tsx";
import { PageHead } from "../ui/page-head.tsx";
import { StatusPill } from "../ui/status-pill.tsx";
import { DecisionPanel } from "./decision-panel.tsx";
import { GatesCard } from "./gates-card.tsx";
import { PersonMark } from "./person-mark.tsx";
import { requestPill } from "./request-words.ts";
import { useDefinitions, type ReleaseRequest } from "./use-release-request.ts";
import { WhatChanged } from "./what-changed.tsx";
import { WouldHaveDone } from "./would-have-done.tsx";
import "./release-requests.css";

/**
 * A release request: its author and version, the gates, the changes, and what the version would have done; the decision panel is docked at the right.
 */
export function RequestView({ request }: { readonly request: ReleaseRequest }) {
  const {
    number,
    solutionName,
    solutionWss,
    versionName,
    versionWss,
    liveVersionName,
    createdBy,
    createdDate,
    description,
    comparisonWss,
    status,
  } = request._embedded;
  const comparison = useComparison(comparisonWss ?? undefined).query;
  const definitions = useDefinitions(request, comparison.data);
  const pill = requestPill(request._embedded);
  const who = createdBy === "" ? "A deleted user" : createdBy;
  return (
    <>
      <PageHead
        title={`Release request ${number} - ${solutionName} ${versionName}`}
        back={{ to: "/admin/solutions", label: "Back to solutions" }}
        status={
          <span className="rr-pill">
            <StatusPill status={pill.status}>
              <span className="clip">{pill.text}</span>
            </StatusPill>
          </span>
        }
      />
      <div className="rr">
        <div className="column">
          <header className="rr-head">
            <PersonMark name={who} />
            <div className="grow">
              <h2>
                {who} {status === "open" ? "asks" : "asked"} to release {versionName} of {solutionName}
              </h2>
              <p className="helper">
                <DateText date={createdDate} />.{" "}
                {liveVersionName === "" ? "Nothing is live yet." : `Replaces ${liveVersionName}, which is live.`}{" "}
                <Link to="/admin/solutions/$webSafeString/releases" params={{ webSafeString: solutionWss }}>
                  Releases of {solutionName}
                </Link>
              </p>
              {description !== "" && <p className="rr-text">{description}</p>}
            </div>
            <div className="button-row">
              <ButtonLink
                variant="outlined"
                size="small"
                startIcon={<Icon name="external" size={14} />}
                to="/version/$webSafeString"
                params={{ webSafeString: versionWss }}
                target="_blank"
              >
                Open {versionName}
              </ButtonLink>
              {comparisonWss !== null && (
                <ButtonLink
                  variant="outlined"
                  size="small"
                  startIcon={<Icon name="chart" size={14} />}
                  to="/compare/$webSafeString"
                  params={{ webSafeString: comparisonWss }}
                  target="_blank"
                >
                  Open comparison
                </ButtonLink>
              )}
            </div>
          </header>
          <div className="columns-2 rr-two">
            <GatesCard request={request} />
            <WhatChanged request={request} definitions={definitions} />
          </div>
          <WouldHaveDone request={request} comparison={comparison} />
        </div>
        <DecisionPanel request={request} />
      </div>
    </>
  );
}
