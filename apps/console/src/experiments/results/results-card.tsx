import type { ExperimentFields } from "@airlock/contract";
import Button from "@mui/material/Button";
import Skeleton from "@mui/material/Skeleton";
import { useState } from "react";
import { isUnderWay } from "./result-status.tsx";
import { FaultPanel } from "../../parts/fault/fault-panel.tsx";
import { shortDate } from "../../ui/format/dates.ts";
import { counted } from "../../ui/format/numbers.ts";
import { ConfirmDialog } from "../../ui/dialogs/confirm-dialog.tsx";
import { Icon } from "../../ui/icons/icon.tsx";
import { State } from "../../ui/state.tsx";
import { holds } from "../../api/session/permissions.ts";
import { useProfile } from "../../api/session/use-session.ts";
import { deletable } from "../../parts/list-page/deletable.ts";
import { Pager } from "../../parts/list-page/pager.tsx";
import { useDeletion } from "../../parts/list-page/use-deletion.ts";
import { useSelection } from "../../parts/list-page/use-selection.ts";
import { outcomeShares } from "./outcome-shares.ts";
import { ResultRow } from "./result-row.tsx";
import type { ExperimentResult, Results } from "./use-results.ts";
import { keyOf } from "../../parts/list-page/row-names.ts";
import { ActionsHead, SelectAllHead } from "../../parts/list-page/head-cells.tsx";
import "../../parts/list-page/table.css";

interface ResultsCardProps {
  readonly experiment: ExperimentFields;
  readonly results: Results;
}

/** Every run of the experiment with its result. */
export function ResultsCard({ experiment, results }: ResultsCardProps) {
  const mayDelete = holds(useProfile(), "experiment.result.delete");
  const deletion = useDeletion(["experiment results", "experiments"]);
  const [deleting, setDeleting] = useState<readonly ExperimentResult[]>([]);
  const items = results.items.filter((result) => !deletion.gone.has(keyOf(result)));
  const underWay = new Set(items.filter(({ _embedded }) => isUnderWay(_embedded.status)).map(keyOf));
  const selection = useSelection(items.map(keyOf), (key) => (underWay.has(key) ? "It is running" : undefined));
  const selected = items.filter((result) => selection.keys.has(keyOf(result)));
  const legend = outcomeShares(items.find(({ _embedded }) => _embedded.outcomes !== null)?._embedded.outcomes ?? null).slice(0, 5);
  if (results.error) {
    return (
      <section className="card" aria-label="Results">
        <FaultPanel error={results.error} onRetry={results.retry} />
      </section>
    );
  }
  if (results.isRead && items.length === 0) {
    return (
      <section className="card" aria-label="Results">
        <State icon="experiments" title="No results yet">
          <p>Save & Execute runs the solution over the datasource. The result of each run appears here.</p>
        </State>
      </section>
    );
  }
  return (
    <section className="card table-card ex-results" aria-label="Results">
      <header className={selected.length > 0 ? "ex-head bulk" : "ex-head"}>
        {selected.length > 0 ? (
          <>
            <b>{selected.length} selected</b>
            <Button size="small" color="error" startIcon={<Icon name="trash" size={16} />} onClick={() => setDeleting(selected)}>
              Delete
            </Button>
            <Button size="small" color="inherit" onClick={selection.clear}>
              Clear selection
            </Button>
          </>
        ) : (
          <>
            <h2>Results</h2>
            {experiment.solutionName !== null && experiment.datasourceName !== null && (
              <span className="muted">
                {experiment.solutionName} on {experiment.datasourceName}
              </span>
            )}
            <span className="grow" />
            <span className="colour-keys ex-keys">
              {legend.map(({ value, token }) => (
                <span key={value}>
                  <i style={{ background: `var(${token})` }} />
                  {value}
                </span>
              ))}
            </span>
          </>
        )}
      </header>
      {!results.isRead ? (
        <div className="ex-waiting" aria-busy="true">
          {Array.from({ length: 5 }, (_, row) => (
            <Skeleton key={row} variant="rounded" height={28} />
          ))}
        </div>
      ) : (
        <div className="table-scroll">
          <table className="data-table table rows-as-cards ex-table" aria-label="Results">
            <colgroup>
              {mayDelete && <col className="col-select" />}
              <col className="ex-col-created" />
              <col className="ex-col-status" />
              <col className="ex-col-ran" />
              <col className="ex-col-records" />
              <col className="ex-col-count" />
              <col />
              <col className="ex-col-took" />
              <col className="ex-col-by" />
              <col className="ex-col-acts" />
            </colgroup>
            <thead>
              <tr>
                {mayDelete && <SelectAllHead selection={selection} />}
                <th aria-sort="descending">Created</th>
                <th>Status</th>
                <th>Solution</th>
                <th>Records</th>
                <th className="num">Results</th>
                <th>Outcome mix{legend[0] === undefined ? "" : `, ${legend[0].value}`}</th>
                <th className="num">Took</th>
                <th>By</th>
                <ActionsHead />
              </tr>
            </thead>
            <tbody>
              {items.map((result) => (
                <ResultRow
                  key={keyOf(result)}
                  result={result}
                  seenAt={results.seenAt}
                  selection={mayDelete ? selection : undefined}
                  onCancel={() => void results.cancel(result)}
                  onDelete={() => setDeleting([result])}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {items.length > 0 && (
        <Pager
          search={results.search}
          onSearch={results.onSearch}
          shown={items.length}
          total={results.total}
          previous={results.previous}
          next={results.next}
        />
      )}
      <ConfirmDialog
        open={deleting.length > 0}
        title={deleting.length > 1 ? `Delete ${counted(deleting.length, "result")}?` : "Delete result?"}
        verb="Delete"
        onConfirm={() => {
          void deletion.atOnce(
            deletable("experimentResult.delete", deleting),
            deleting.length === 1 ? "Result deleted" : `${counted(deleting.length, "result")} deleted`,
          );
          setDeleting([]);
        }}
        onCancel={() => setDeleting([])}
      >
        <p>
          Are you sure you want to delete the {deleting.length === 1 ? "result" : "results"} of{" "}
          {deleting.map(({ _embedded }) => shortDate(_embedded.created)).join("; ")}? {deleting.length === 1 ? "Its" : "Their"} records and
          charts are deleted, too.
        </p>
      </ConfirmDialog>
    </section>
  );
}
