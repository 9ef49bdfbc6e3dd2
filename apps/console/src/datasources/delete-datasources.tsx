import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import { useState } from "react";
import { counted } from "../ui/format/numbers.ts";
import { ConfirmDialog } from "../ui/dialogs/confirm-dialog.tsx";
import { deletable, deletedText, namesOf } from "../parts/list-page/deletable.ts";
import type { Deletion } from "../parts/list-page/use-deletion.ts";
import { kindTitles } from "./kind-titles.ts";
import type { Datasource } from "./use-datasources.ts";

interface DeleteDatasourcesProps {
  /** The datasources to delete; empty while the dialog is closed. */
  readonly datasources: readonly Datasource[];
  readonly deletion: Deletion;
  readonly onDone: () => void;
}

/** Lets the user choose whether the file in Airlock's bucket is deleted too. Files and tables of the organisation itself are never deleted. */
export function DeleteDatasources({ datasources, deletion, onDone }: DeleteDatasourcesProps) {
  const [deleteData, setDeleteData] = useState(false);
  if (datasources.length === 0) return null;
  const uploaded = datasources.filter(({ _embedded }) => _embedded.fileName.startsWith("gs://airlock/"));
  const tables = datasources.filter(({ _embedded }) => _embedded.type !== "LinkedStorage");
  const run = () => {
    const items = deletable("datasource.delete", datasources).map((item) => ({ ...item, body: { deleteData } }));
    void deletion.atOnce(items, deletedText(datasources, { one: "datasource", many: "datasources" }));
    setDeleteData(false);
    onDone();
  };
  return (
    <ConfirmDialog
      open
      title={datasources.length === 1 ? "Delete datasource?" : `Delete ${counted(datasources.length, "datasource")}?`}
      verb="Delete"
      onConfirm={run}
      onCancel={() => {
        setDeleteData(false);
        onDone();
      }}
    >
      <p>Are you sure you want to delete {namesOf(datasources)}?</p>
      {tables.length < datasources.length && <p>The imported records are deleted with {datasources.length === 1 ? "it" : "them"}.</p>}
      {tables.length > 0 && (
        <p>
          {tables.length === 1 ? "The table stays" : "The tables stay"} in{" "}
          {[...new Set(tables.map(({ _embedded }) => kindTitles[_embedded.type]))].join(" and ")}.
        </p>
      )}
      {uploaded.length > 0 && (
        <FormControlLabel
          className="ds-delete-data"
          control={<Checkbox checked={deleteData} onChange={(event) => setDeleteData(event.target.checked)} />}
          label={uploaded.length === 1 ? "Also delete the file from Airlock's bucket" : "Also delete the files from Airlock's bucket"}
        />
      )}
    </ConfirmDialog>
  );
}
