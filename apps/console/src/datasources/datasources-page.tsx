import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { State } from "../ui/state.tsx";
import { NoAccess } from "../parts/no-access.tsx";
import { holds, linkFor } from "../api/session/permissions.ts";
import { useProfile } from "../api/session/use-session.ts";
import { AddButton } from "../parts/list-page/add-button.tsx";
import { downloadText } from "../parts/list-page/csv.ts";
import { Table } from "../parts/list-page/table.tsx";
import type { TableSearch } from "../parts/list-page/table-search.ts";
import { useDeletion } from "../parts/list-page/use-deletion.ts";
import { useExport } from "../parts/list-page/use-export.ts";
import { useList } from "../parts/list-page/use-list.ts";
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
  const search = useSearch({ from: "/signed-in/admin/datasources" });
  const navigate = useNavigate({ from: "/admin/datasources" });
  const onSearch = (next: TableSearch) => void navigate({ search: next, replace: true });
  const list = useList("datasources.list", {
    name: datasourceLists[0],
    href,
    search,
    onSearch,
    refreshMillis: importingMillis,
    refreshWhile: ({ _embedded }) => _embedded.status === "importing",
  });
  const { saver } = useRecords(datasourceLists);
  const counting = useCounting();
  const cancelImport = useCancelImport();
  const deletion = useDeletion(datasourceLists);
  const [adding, setAdding] = useState(false);
  const [doomed, setDoomed] = useState<readonly Datasource[]>([]);
  const columns = datasourceColumns(saver, counting);
  const exportAll = useExport("datasources.list", href, search);
  const create = linkFor(profile, "datasources", "POST");
  const onAdd = create === undefined ? undefined : () => setAdding(true);
  const mayDelete = holds(profile, "datasource.delete");
  return (
    <>
      <Table
        noun={{ one: "datasource", many: "datasources" }}
        label="Datasources"
        columns={columns}
        list={list}
        gone={deletion.gone}
        rowName={nameOf}
        onAdd={onAdd}
        {...(mayDelete ? { onDelete: setDoomed } : {})}
        onExport={() => void exportAll(columns, (text) => downloadText("datasources.csv", text))}
        actions={(datasource) => {
          const cancel = cancelImport(datasource);
          return [
            ...(cancel === undefined ? [] : [{ icon: "stop" as const, label: `Cancel the import of ${nameOf(datasource)}`, run: cancel }]),
            ...(mayDelete ? [{ icon: "trash" as const, label: `Delete ${nameOf(datasource)}`, run: () => setDoomed([datasource]) }] : []),
          ];
        }}
        actionsWidth={96}
        expand={{ label: columnsLabel, content: panelOf }}
        empty={
          <State icon="datasources" title="No datasources yet" actions={<AddButton onAdd={onAdd} />}>
            <p>A datasource is a file, or a table in BigQuery or Postgres, that solutions are tried on.</p>
          </State>
        }
      />
      <DeleteDatasources datasources={doomed} deletion={deletion} onDone={() => setDoomed([])} />
      {adding && create !== undefined && <AddDatasourceDialog href={create} onClose={() => setAdding(false)} />}
    </>
  );
}
