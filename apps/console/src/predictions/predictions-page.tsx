import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ConfirmDeletion } from "../parts/list-page/confirm-deletion.tsx";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import type { RowAction } from "../parts/list-page/column.ts";
import { downloadText } from "../parts/list-page/csv.ts";
import { namesOf } from "../parts/list-page/deletable.ts";
import { Table } from "../parts/list-page/table.tsx";
import type { TableSearch } from "../parts/list-page/table-search.ts";
import { useDeletion } from "../parts/list-page/use-deletion.ts";
import { useExport } from "../parts/list-page/use-export.ts";
import { useList } from "../parts/list-page/use-list.ts";
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
  const search = useSearch({ from: "/signed-in/admin/predictions/configs" });
  const navigate = useNavigate({ from: "/admin/predictions/configs" });
  const onSearch = (next: TableSearch) => void navigate({ search: next, replace: true });
  const list = useList("predictions.list", {
    name: predictionLists[0],
    href,
    search,
    onSearch,
    refreshMillis: trainingMillis,
    refreshWhile: ({ _embedded }) => _embedded.status === "training",
  });
  const { create, saver } = usePredictionActions();
  const deletion = useDeletion(predictionLists);
  const [adding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<readonly ListedPrediction[]>([]);
  const at = linkFor(profile, "predictions", "POST");
  const onAdd = at === undefined ? undefined : () => setAdding(true);
  const mayDelete = holds(profile, "prediction.delete");
  const mayOpen = holds(profile, "prediction.read");
  const columns = predictionColumns(saver, mayOpen);
  const exportAll = useExport("predictions.list", href, search);
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
        list={list}
        gone={deletion.gone}
        rowName={nameOf}
        onAdd={onAdd}
        {...(mayDelete ? { onDelete: setDeleting } : {})}
        onExport={() => void exportAll(columns, (text) => downloadText("predictions.csv", text))}
        actions={actionsOf}
        actionsWidth={104}
        empty={
          <State icon="predictions" title="No predictions yet" actions={<AddButton onAdd={onAdd} />}>
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
        <p>Are you sure you want to delete {namesOf(deleting)}? Its jobs, models and reports go with it.</p>
      </ConfirmDeletion>
      {adding && at !== undefined && (
        <CreatePredictionDialog
          onClose={() => setAdding(false)}
          create={async (fields) => {
            const made = await create(at, fields);
            if (made !== undefined && mayOpen) open(made._embedded.webSafeString);
            return made !== undefined;
          }}
        />
      )}
    </>
  );
}
