import { useState } from "react";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { Table } from "../parts/list-page/table.tsx";
import { useListPage } from "../parts/list-page/use-list-page.ts";
import { useRecords } from "../parts/list-page/editing/use-records.ts";
import { AddDatasourceDialog } from "./import/add-datasource-dialog.tsx";
import { datasourceColumns } from "./datasource-columns.tsx";
import { DatasourcePanel } from "./datasource-panel.tsx";
import { DeleteDatasources } from "./delete-datasources.tsx";
import { datasourceLists, useCancelImport, useCounting, type Datasource } from "./use-datasources.ts";
import { nameOf } from "../parts/list-page/row-names.ts";
import "./datasources.css";

export function DatasourcesPage() {
  const href = linkFor(useProfile(), "datasources", "GET");
  return href === undefined ? (
    <NoAccess icon="datasources" noun="datasources" needs={["datasources.list"]} />
  ) : (
    <DatasourcesTable href={href} />
  );
}

const columnsLabel = (datasource: Datasource) => `Columns of ${nameOf(datasource)}`;
const panelOf = (datasource: Datasource) => <DatasourcePanel datasource={datasource} />;

/** The polling interval of the list while a datasource is being imported. */
const importingMillis = 1_000;

function DatasourcesTable({ href }: { readonly href: string }) {
  const profile = useProfile();
  const page = useListPage("datasources.list", {
    href,
    lists: datasourceLists,
    rel: "datasources",
    refreshMillis: importingMillis,
    refreshWhile: ({ _embedded }) => _embedded.status === "importing",
  });
  const { createAt, deletion, stopAdding } = page;
  const { saver } = useRecords(datasourceLists);
  const counting = useCounting();
  const cancelImport = useCancelImport();
  const [deleting, setDeleting] = useState<readonly Datasource[]>([]);
  const columns = datasourceColumns(saver, counting);
  const mayDelete = holds(profile, "datasource.delete");
  return (
    <>
      <Table
        noun={{ one: "datasource", many: "datasources" }}
        label="Datasources"
        columns={columns}
        {...page.table}
        rowName={nameOf}
        {...(mayDelete ? { onDelete: setDeleting } : {})}
        onExport={() => page.exportTo("datasources.csv", columns)}
        actions={(datasource) => {
          const cancel = cancelImport(datasource);
          return [
            ...(cancel === undefined ? [] : [{ icon: "stop" as const, label: `Cancel the import of ${nameOf(datasource)}`, run: cancel }]),
            ...(mayDelete ? [{ icon: "trash" as const, label: `Delete ${nameOf(datasource)}`, run: () => setDeleting([datasource]) }] : []),
          ];
        }}
        actionsWidth={96}
        expand={{ label: columnsLabel, content: panelOf }}
        empty={
          <State icon="datasources" title="No datasources yet" actions={<AddButton onAdd={page.table.onAdd} />}>
            <p>A datasource is a file, or a table in BigQuery or Postgres, that you run solutions over.</p>
          </State>
        }
      />
      <DeleteDatasources datasources={deleting} deletion={deletion} onDone={() => setDeleting([])} />
      {createAt !== undefined && <AddDatasourceDialog href={createAt} onClose={stopAdding} />}
    </>
  );
}
