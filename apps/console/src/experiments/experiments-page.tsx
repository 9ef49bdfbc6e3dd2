import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { number } from "../ui/format/numbers.ts";
import { ConfirmDeletion } from "../parts/list-page/confirm-deletion.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import type { RowAction } from "../parts/list-page/column.ts";
import { namesOf } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import { useListPage } from "../parts/list-page/use-list-page.ts";
import { AddExperimentDialog } from "./add-experiment-dialog.tsx";
import { experimentColumns } from "./experiment-columns.tsx";
import { openResult } from "./results/open-result.ts";
import { isUnderWay } from "./results/result-status.tsx";
import { experimentLists, useExperimentActions, type Experiment } from "./use-experiments.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";
import "./experiments-page.css";

export function ExperimentsPage() {
  const href = linkFor(useProfile(), "experiments", "GET");
  return href === undefined ? (
    <NoAccess icon="experiments" noun="experiments" needs={["experiments.list"]} />
  ) : (
    <ExperimentsTable href={href} />
  );
}

/** The polling interval of the list while an experiment is running. */
const runningMillis = 1_000;

function ExperimentsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const navigate = useNavigate();
  const page = useListPage("experiments.list", {
    href,
    lists: experimentLists,
    rel: "experiments",
    refreshMillis: runningMillis,
    refreshWhile: ({ _embedded: { lastResult } }) => lastResult !== null && isUnderWay(lastResult.status),
  });
  const { createAt, deletion, stopAdding } = page;
  const { saver, add } = useExperimentActions();
  const [deleting, setDeleting] = useState<readonly Experiment[]>([]);
  const columns = experimentColumns(saver);
  const mayDelete = holds(profile, "experiment.delete");
  const maySee = holds(profile, "experiment.result.read");
  const open = (experiment: Experiment) =>
    void navigate({ to: "/admin/experiments/configs/$webSafeString", params: { webSafeString: keyOf(experiment) } });

  const actionsOf = (experiment: Experiment): readonly RowAction[] => {
    const { lastResult } = experiment._embedded;
    const shown = lastResult?.status === "done" ? lastResult.webSafeString : undefined;
    return [
      ...(linkFor(experiment, "self", "GET") === undefined
        ? []
        : [{ icon: "pencil" as const, label: `Edit ${nameOf(experiment)}`, run: () => open(experiment) }]),
      ...(maySee
        ? [
            {
              icon: "chart" as const,
              label: `Results of ${nameOf(experiment)} in the visualiser`,
              run: () => shown !== undefined && openResult(shown),
              ...(shown === undefined ? { disabled: "No results to show" } : {}),
            },
          ]
        : []),
      ...(mayDelete ? [{ icon: "trash" as const, label: `Delete ${nameOf(experiment)}`, run: () => setDeleting([experiment]) }] : []),
    ];
  };
  return (
    <>
      <Table
        noun={{ one: "experiment", many: "experiments" }}
        label="Experiments"
        columns={columns}
        {...page.table}
        rowName={nameOf}
        {...(mayDelete ? { onDelete: setDeleting } : {})}
        onExport={() => page.exportTo("experiments.csv", columns)}
        actions={actionsOf}
        actionsWidth={128}
        empty={
          <State icon="experiments" title="No experiments yet" actions={<AddButton onAdd={page.table.onAdd} />}>
            <p>An experiment runs a solution over a datasource, so that you see what it does before it serves.</p>
          </State>
        }
      />
      <ConfirmDeletion
        rows={deleting}
        noun={{ one: "experiment", many: "experiments" }}
        action="experiment.delete"
        deletion={deletion}
        onClose={() => setDeleting([])}
      >
        <p>Are you sure you want to delete {namesOf(deleting)}?</p>
        <p>{deletedWith(deleting)}</p>
      </ConfirmDeletion>
      {createAt !== undefined && (
        <AddExperimentDialog
          onClose={stopAdding}
          onCreate={async (fields) => {
            const made = await add(createAt, fields);
            if (linkFor(made, "self", "GET") !== undefined) open(made);
          }}
        />
      )}
    </>
  );
}

function deletedWith(experiments: readonly Experiment[]): string {
  const results = experiments.reduce((sum, { _embedded }) => sum + _embedded.results, 0);
  if (results === 0) return "There are no results yet.";
  return results === 1 ? "1 result and its records are deleted, too." : `${number(results)} results and their records are deleted, too.`;
}
