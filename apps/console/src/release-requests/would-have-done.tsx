import LinearProgress from "@mui/material/LinearProgress";
import { Link } from "@tanstack/react-router";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { nothingText } from "../parts/comparison/nothing-text.ts";
import { RecordsTable } from "../parts/comparison/records-table.tsx";
import { sameText } from "../parts/comparison/side-name.ts";
import { SummaryCards } from "../parts/comparison/summary-cards.tsx";
import { isUnderWay, useComparedRecords, type WholeComparison } from "../parts/comparison/use-comparison.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { counted, number } from "../ui/format/numbers.ts";
import type { ReleaseRequest } from "./use-release-request.ts";

interface WouldHaveDoneProps {
  readonly request: ReleaseRequest;
  readonly comparison: UseQueryResult<WholeComparison>;
}

/** What the requested version makes of the last executions of the live one. */
export function WouldHaveDone({ request, comparison }: WouldHaveDoneProps) {
  const { comparisonWss } = request._embedded;
  const mayRead = linkFor(useProfile(), "comparison", "GET") !== undefined;
  const { data, error, refetch } = comparison;
  return (
    <section className="card rr-card" aria-label="What it would have done">
      <header>
        <h2>What it would have done</h2>
        {data !== undefined && <span className="helper">{overText(data)}</span>}
      </header>
      {comparisonWss === null ? (
        <p className="rr-note">{missingText(request)}</p>
      ) : !mayRead ? (
        <p className="rr-note">Seeing it needs the permissions versionExecutions.list and solutions.list.</p>
      ) : error !== null && data === undefined ? (
        <FaultPanel error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="rr-note" aria-busy="true">
          Loading the comparison.
        </p>
      ) : (
        <Compared request={request} comparison={data} />
      )}
    </section>
  );
}

/** Why there is no comparison. */
function missingText({ _embedded: { liveVersionWss, gatesState, gates } }: ReleaseRequest): string {
  if (gatesState === "running") return "The comparison starts with the gates.";
  if (liveVersionWss === null) return "Nothing was compared: nothing is live yet.";
  const why = gates.find(({ gate, status }) => (gate === "changedOutcomes" || gate === "outcomeMix") && status === "notEvaluated")?.reason;
  return why === undefined || why === "" ? "Nothing was compared." : why;
}

/** The limit selects the newest executions, so only the end of the period is of interest. */
function overText({ _embedded: { summary, end, right } }: WholeComparison): string {
  if (summary.compared === 0) return "";
  return `The last ${counted(summary.compared, "execution")}${end === null ? "" : ` until ${shortDate(end)}`}, replayed in ${right.versionName}`;
}

function Compared({ request, comparison }: { readonly request: ReleaseRequest; readonly comparison: WholeComparison }): ReactNode {
  const told = comparison._embedded;
  const { summary, rows, totalRows } = told;
  if (told.status === "failed") return <p className="rr-note">Nothing was compared: the comparison failed. {told.message}</p>;
  if (told.status === "cancelled" && summary.compared === 0) return <p className="rr-note">Nothing was compared: it was cancelled.</p>;
  if (isUnderWay(told)) {
    const share = totalRows === null || totalRows === 0 ? undefined : Math.min(100, (rows / totalRows) * 100);
    return (
      <div className="rr-note">
        <p className="num">{totalRows === null ? "Waiting for a worker." : `${number(rows)} of ${counted(totalRows, "execution")}.`}</p>
        <LinearProgress
          aria-label="Executions compared"
          {...(share === undefined ? {} : { variant: "determinate" as const, value: share })}
        />
      </div>
    );
  }
  const nothing = nothingText(told);
  if (nothing !== undefined) {
    const isNone = summary.unanswered + summary.unreadable === 0;
    return (
      <p className="rr-note">
        {isNone ? `Nothing was compared: ${request._embedded.liveVersionName} has no executions.` : `Nothing was compared. ${nothing}`}
      </p>
    );
  }
  return (
    <>
      <SummaryCards comparison={comparison} />
      <FirstRecords comparison={comparison} />
    </>
  );
}

const shownRecords = 5;

function FirstRecords({ comparison }: { readonly comparison: WholeComparison }) {
  const { webSafeString, summary } = comparison._embedded;
  const { data, error, refetch } = useComparedRecords(comparison, {}, undefined, shownRecords);
  if (error !== null && data === undefined) return <FaultPanel error={error} onRetry={() => void refetch()} />;
  if (summary.changed === 0) return <footer>{sameText(summary.compared, "execution")}</footer>;
  const items = data?.items ?? [];
  const to = "/compare/$webSafeString";
  const params = { webSafeString };
  return (
    <>
      {items.length > 0 && (
        <RecordsTable
          comparison={comparison}
          items={items}
          renderOpen={({ recordId }, text) => (
            <Link className="num" to={to} params={params} search={{ execution: recordId }} target="_blank">
              {text}
            </Link>
          )}
        />
      )}
      <footer>
        {number(items.length)} of {counted(summary.changed, "changed execution")}.{" "}
        <Link to={to} params={params} search={{ show: "records" }} target="_blank">
          Show all {number(summary.changed)}
        </Link>
      </footer>
    </>
  );
}
