import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
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
import { CreatePredictionDialog } from "./create-prediction-dialog.tsx";
import { predictionColumns } from "./prediction-columns.tsx";
import { predictionLists, usePredictionActions, type ListedPrediction } from "./use-predictions.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";
import "./predictions.css";

export function PredictionsPage() {
  const href = linkFor(useProfile(), "predictions", "GET");
  return href === undefined ? (
    <NoAccess icon="predictions" noun="predictions" needs={["predictions.list"]} />
  ) : (
    <PredictionsTable href={href} />
  );
}

/** The polling interval of the list while a prediction is being trained. */
const trainingMillis = 2_000;

function PredictionsTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const navigate = useNavigate();
  const page = useListPage("predictions.list", {
    href,
    lists: predictionLists,
    rel: "predictions",
    refreshMillis: trainingMillis,
    refreshWhile: ({ _embedded }) => _embedded.status === "training",
  });
  const { createAt, deletion, stopAdding } = page;
  const { create, saver } = usePredictionActions();
  const [deleting, setDeleting] = useState<readonly ListedPrediction[]>([]);
  const mayDelete = holds(profile, "prediction.delete");
  const mayOpen = holds(profile, "prediction.read");
  const columns = predictionColumns(saver, mayOpen);
  const open = (webSafeString: string) => void navigate({ to: "/admin/predictions/configs/$webSafeString", params: { webSafeString } });
  const actionsOf = (prediction: ListedPrediction): readonly RowAction[] => [
    ...(mayOpen ? [{ icon: "pencil" as const, label: `Edit ${nameOf(prediction)}`, run: () => open(keyOf(prediction)) }] : []),
    ...(mayDelete ? [{ icon: "trash" as const, label: `Delete ${nameOf(prediction)}`, run: () => setDeleting([prediction]) }] : []),
  ];
  return (
    <>
      <Table
        noun={{ one: "prediction", many: "predictions" }}
        label="Predictions"
        columns={columns}
        {...page.table}
        rowName={nameOf}
        {...(mayDelete ? { onDelete: setDeleting } : {})}
        onExport={() => page.exportTo("predictions.csv", columns)}
        actions={actionsOf}
        actionsWidth={104}
        empty={
          <State icon="predictions" title="No predictions yet" actions={<AddButton onAdd={page.table.onAdd} />}>
            <p>A prediction turns a datasource into a score that decisions can use.</p>
          </State>
        }
      />
      <ConfirmDeletion
        rows={deleting}
        noun={{ one: "prediction", many: "predictions" }}
        action="prediction.delete"
        deletion={deletion}
        onClose={() => setDeleting([])}
      >
        <p>Are you sure you want to delete {namesOf(deleting)}? Its jobs, models and reports are deleted, too.</p>
      </ConfirmDeletion>
      {createAt !== undefined && (
        <CreatePredictionDialog
          onClose={stopAdding}
          create={async (fields) => {
            const made = await create(createAt, fields);
            if (mayOpen) open(made._embedded.webSafeString);
          }}
        />
      )}
    </>
  );
}
