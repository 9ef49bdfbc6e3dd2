import LinearProgress from "@mui/material/LinearProgress";
import { Link } from "@tanstack/react-router";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { nothingText } from "../parts/comparison/nothing-text.ts";
import { RecordsTable } from "../parts/comparison/records-table.tsx";
import { recordNoun, sameText } from "../parts/comparison/side-name.ts";
import { SummaryCards } from "../parts/comparison/summary-cards.tsx";
import { isUnderWay, useComparedRecords, useComparison, type WholeComparison } from "../parts/comparison/use-comparison.ts";
import { FaultPanel } from "../parts/fault/fault-panel.tsx";
import { shortDate } from "../ui/format/dates.ts";
import { counted, number } from "../ui/format/numbers.ts";
import type { ReleaseRequest } from "./use-release-request.ts";

interface WouldHaveDoneProps {
  readonly request: ReleaseRequest;
  /** Over executions. */
  readonly comparison: UseQueryResult<WholeComparison>;
}

/** What the requested version makes of the last executions of the live one, and of the records of the policy's datasource. */
export function WouldHaveDone({ request, comparison }: WouldHaveDoneProps) {
  const { comparisonWss, datasourceComparisonWss, datasourceProblem, policy } = request._embedded;
  const overDatasource = useComparison(datasourceComparisonWss ?? undefined).query;
  // A closed request shows what it was judged by, whatever the policy says now.
  const hasDatasource = policy.datasource !== null || datasourceComparisonWss !== null || datasourceProblem !== "";
  return (
    <>
      <ComparisonCard
        title="What it would have done"
        id={comparisonWss}
        missing={missingText(request)}
        request={request}
        comparison={comparison}
      />
      {hasDatasource && (
        <ComparisonCard
          title="Over the datasource"
          id={datasourceComparisonWss}
          missing={missingDatasourceText(request)}
          request={request}
          comparison={overDatasource}
        />
      )}
    </>
  );
}

interface ComparisonCardProps extends WouldHaveDoneProps {
  readonly title: string;
  readonly id: string | null;
  /** Shown when there is no comparison. */
  readonly missing: string;
}

function ComparisonCard({ title, id, missing, request, comparison: { data, error, refetch } }: ComparisonCardProps) {
  const mayRead = linkFor(useProfile(), "comparison", "GET") !== undefined;
  return (
    <section className="card rr-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {id !== null && data !== undefined && <span className="helper">{overText(data)}</span>}
      </header>
      {id === null ? (
        <p className="rr-note">{missing}</p>
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

/** Why there is no comparison over executions. */
function missingText({ _embedded: { liveVersionWss, gatesState, gates } }: ReleaseRequest): string {
  if (gatesState === "running") return "The comparison starts with the gates.";
  if (liveVersionWss === null) return "Nothing was compared: nothing is live yet.";
  const why = gates.find(
    ({ gate, over, status }) => (gate === "changedOutcomes" || gate === "outcomeMix") && over !== "datasource" && status === "notEvaluated",
  )?.reason;
  return why === undefined || why === "" ? "Nothing was compared." : why;
}

function missingDatasourceText({ _embedded: { liveVersionWss, gatesState, datasourceProblem } }: ReleaseRequest): string {
  if (datasourceProblem !== "") return `Nothing was compared. ${datasourceProblem}`;
  if (gatesState === "running") return "The comparison starts with the gates.";
  if (liveVersionWss === null) return "Nothing was compared: nothing is live yet.";
  return "Nothing was compared. Run the gates again.";
}

/** The limit selects the newest executions, so only the end of the period is of interest. */
function overText({ _embedded: { summary, end, right, datasource } }: WholeComparison): string {
  if (summary.compared === 0) return datasource?.name ?? "";
  if (datasource !== null) {
    return `${counted(summary.compared + summary.unanswered + summary.unreadable, "record")} of ${datasource.name}, run in ${right.versionName}`;
  }
  return `The last ${counted(summary.compared, "execution")}${end === null ? "" : ` until ${shortDate(end)}`}, replayed in ${right.versionName}`;
}

function Compared({ request, comparison }: { readonly request: ReleaseRequest; readonly comparison: WholeComparison }): ReactNode {
  const fields = comparison._embedded;
  const { summary, rows, totalRows } = fields;
  const { one, many } = recordNoun(fields);
  if (fields.status === "failed") return <p className="rr-note">Nothing was compared: the comparison failed. {fields.message}</p>;
  if (fields.status === "cancelled" && summary.compared === 0) return <p className="rr-note">Nothing was compared: it was cancelled.</p>;
  if (isUnderWay(fields)) {
    const share = totalRows === null || totalRows === 0 ? undefined : Math.min(100, (rows / totalRows) * 100);
    return (
      <div className="rr-note">
        <p className="num">{totalRows === null ? "Waiting for a worker." : `${number(rows)} of ${counted(totalRows, one, many)}.`}</p>
        <LinearProgress
          aria-label={fields.datasource === null ? "Executions compared" : "Records compared"}
          {...(share === undefined ? {} : { variant: "determinate" as const, value: share })}
        />
      </div>
    );
  }
  const nothing = nothingText(fields);
  if (nothing !== undefined) {
    const isNone = summary.unanswered + summary.unreadable === 0;
    const source = fields.datasource?.name ?? request._embedded.liveVersionName;
    return <p className="rr-note">{!isNone ? `Nothing was compared. ${nothing}` : `Nothing was compared: ${source} has no ${many}.`}</p>;
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
  const noun = recordNoun(comparison._embedded);
  const { data, error, refetch } = useComparedRecords(comparison, {}, undefined, shownRecords);
  if (error !== null && data === undefined) return <FaultPanel error={error} onRetry={() => void refetch()} />;
  if (summary.changed === 0) return <footer>{sameText(summary.compared, noun)}</footer>;
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
        {number(items.length)} of {counted(summary.changed, `changed ${noun.one}`, `changed ${noun.many}`)}.{" "}
        <Link to={to} params={params} search={{ show: "records" }} target="_blank">
          Show all {number(summary.changed)}
        </Link>
      </footer>
    </>
  );
}
