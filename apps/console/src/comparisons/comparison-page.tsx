import { formatFixed } from "@airlock/flow/locale";
import LinearProgress from "@mui/material/LinearProgress";
import Button from "@mui/material/Button";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { counted, number } from "../ui/format/numbers.ts";
import { State } from "../ui/state.tsx";
import { useTitle } from "../ui/use-title.ts";
import { linkFor } from "../api/session/permissions.ts";
import { NoAccess } from "../parts/no-access.tsx";
import { BothTraces } from "./records/both-traces.tsx";
import { ChangedRecords } from "./records/changed-records.tsx";
import { chosenOf, CompareBar } from "./compare-bar.tsx";
import { NothingCompared } from "./nothing-compared.tsx";
import { nothingText } from "../parts/comparison/nothing-text.ts";
import { ShiftCanvas } from "./shift-canvas.tsx";
import { recordNoun, sideTitle } from "../parts/comparison/side-name.ts";
import { SummaryCards } from "../parts/comparison/summary-cards.tsx";
import { isUnderWay, useComparison, type RecordFilter, type WholeComparison } from "../parts/comparison/use-comparison.ts";
import { useRemoveComparison, useTracedRecord } from "./use-compare-behaviour.ts";
import { FailedWindow } from "../parts/fault/failed-window.tsx";
import { WindowAlone } from "../ui/window-alone.tsx";
import "../parts/trace/trace.css";
import "./comparison.css";

/** The outcomes of two flows for the same records, at an address that can be shared. */
export function ComparisonPage() {
  const { webSafeString } = useParams({ from: "/signed-in/compare/$webSafeString" });
  const { mayRead, query } = useComparison(webSafeString);
  const { data, error, refetch } = query;
  useTitle(data ? `Compare - ${data._embedded.left.solutionName}` : "Compare");
  if (!mayRead) {
    return (
      <WindowAlone>
        <NoAccess icon="executions" noun="comparisons" needs={["versionExecutions.list", "solutions.list"]} />
      </WindowAlone>
    );
  }
  if (error && data === undefined) return <FailedWindow error={error} onRetry={refetch} />;
  if (data === undefined) return <WindowAlone isWaiting />;
  return <Shown key={webSafeString} comparison={data} />;
}

function Shown({ comparison }: { readonly comparison: WholeComparison }) {
  const { execution, show } = useSearch({ from: "/signed-in/compare/$webSafeString" });
  const navigate = useNavigate({ from: "/compare/$webSafeString" });
  const [filter, setFilter] = useState<RecordFilter>({});
  const [isDrawn, setDrawn] = useState(false);
  const isOnlyRecords = show === "records";
  const [listed, setListed] = useState<readonly string[]>([]);
  const record = useTracedRecord(comparison, execution).data?._embedded;
  const fields = comparison._embedded;
  const nothing = nothingText(fields);
  const noun = recordNoun(fields);
  const open = (id: string | undefined) => {
    setDrawn(false);
    void navigate({ search: (before) => ({ ...before, execution: id }), replace: true });
  };
  const paths =
    isDrawn && record?.left !== undefined && record.right !== undefined
      ? { left: record.left.linksTaken, right: record.right.linksTaken }
      : undefined;
  return (
    <div
      className={`window-page flows-when-narrow cmp${execution === undefined ? "" : " has-trace"}${isOnlyRecords ? " only-records" : ""}`}
    >
      <CompareBar
        initial={chosenOf(fields)}
        summary={replayed(fields)}
        names={{ left: sideTitle(fields.left), right: sideTitle(fields.right) }}
      />
      {fields.status === "failed" ? (
        <main className="cmp-alone">
          <State icon="error" tone="error" title="The comparison failed">
            <p>{fields.message}</p>
          </State>
        </main>
      ) : nothing !== undefined ? (
        <main className="cmp-alone">
          <NothingCompared comparison={comparison} why={nothing} />
        </main>
      ) : (
        <>
          <div className="cmp-top">
            {isUnderWay(fields) && <Progress comparison={comparison} />}
            {fields.status === "cancelled" && <p className="cmp-progress">Cancelled after {counted(fields.rows, noun.one, noun.many)}.</p>}
            <SummaryCards comparison={comparison} filter={filter} onFilter={setFilter} />
          </div>
          {!isOnlyRecords && (
            <main className="cmp-canvas">
              {/* The key remounts the canvas when its width changes, so that the diagram is fitted to the view again. */}
              <ShiftCanvas key={String(execution === undefined)} comparison={comparison} paths={paths} />
            </main>
          )}
          <ChangedRecords
            comparison={comparison}
            filter={filter}
            onFilter={setFilter}
            opened={execution}
            onOpen={open}
            onListed={setListed}
            isAlone={isOnlyRecords}
            onAlone={(isAlone) =>
              void navigate({ search: (before) => ({ ...before, show: isAlone ? "records" : undefined }), replace: true })
            }
          />
          {execution !== undefined && (
            <BothTraces
              key={execution}
              comparison={comparison}
              id={execution}
              isDrawn={isDrawn}
              onDraw={setDrawn}
              onClose={() => open(undefined)}
              neighbours={{ previous: listed[listed.indexOf(execution) - 1], next: listed[listed.indexOf(execution) + 1] }}
              onOpen={open}
            />
          )}
        </>
      )}
    </div>
  );
}

function Progress({ comparison }: { readonly comparison: WholeComparison }) {
  const { rows, totalRows } = comparison._embedded;
  const { one, many } = recordNoun(comparison._embedded);
  const cancel = useRemoveComparison(comparison);
  const share = totalRows === null || totalRows === 0 ? undefined : Math.min(100, (rows / totalRows) * 100);
  return (
    <div className="cmp-progress">
      <span className="num">
        {totalRows === null ? "Waiting for a worker" : `${number(rows)} of ${counted(totalRows, one, many)}, ${Math.floor(share ?? 0)}%`}
      </span>
      <LinearProgress
        aria-label="Records compared"
        className="grow"
        {...(share === undefined ? {} : { variant: "determinate" as const, value: share })}
      />
      {linkFor(comparison, "self", "DELETE") !== undefined && (
        <Button size="small" color="inherit" onClick={() => void cancel()}>
          Cancel
        </Button>
      )}
    </div>
  );
}

/** 'Replayed in 41 s' */
function replayed({ created, ended, status }: WholeComparison["_embedded"]): string | undefined {
  if (ended === null || status !== "done") return undefined;
  const seconds = (new Date(ended).getTime() - new Date(created).getTime()) / 1000;
  return `Replayed in ${formatFixed(seconds, seconds < 10 ? 1 : 0)} s`;
}
