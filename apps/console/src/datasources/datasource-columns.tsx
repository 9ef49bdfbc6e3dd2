import { Link } from "@tanstack/react-router";
import { createdColumn } from "../parts/list-page/created-column.tsx";
import type { Column } from "../parts/list-page/column.ts";
import { openRows, withOpenRow } from "../parts/list-page/table-search.ts";
import type { Records } from "../parts/list-page/editing/use-records.ts";
import { kindTitles } from "./kind-titles.ts";
import { RecordCount } from "./record-count.tsx";
import { type Counting, type Datasource } from "./use-datasources.ts";
import { keyOf, nameOf } from "../parts/list-page/row-names.ts";

export function datasourceColumns(saver: Records["saver"], counting: Counting): readonly Column<Datasource>[] {
  return [
    {
      name: "name",
      title: "Name",
      place: "name",
      sortable: true,
      width: "clamp(180px, 20vw, 300px)",
      show: (datasource) => <DatasourceLink datasource={datasource} />,
      text: nameOf,
      edit: { value: nameOf, save: saver("datasource.update", "name"), maxLength: 200 },
    },
    {
      name: "type",
      title: "Type",
      place: "other",
      sortable: true,
      width: 150,
      show: ({ _embedded }) => <span className="muted">{kindTitles[_embedded.type]}</span>,
      text: ({ _embedded }) => kindTitles[_embedded.type],
    },
    {
      name: "tableName",
      title: "Table name",
      place: "description",
      sortable: true,
      show: ({ _embedded }) => <span className="mono clip">{_embedded.tableName}</span>,
      text: ({ _embedded }) => _embedded.tableName,
    },
    {
      name: "recordCount",
      title: "Record count",
      place: "status",
      sortable: true,
      numeric: true,
      width: 180,
      show: (datasource) => <RecordCount datasource={datasource} counting={counting} />,
      text: ({ _embedded }) => (_embedded.recordCount === null ? "" : String(_embedded.recordCount)),
    },
    createdColumn,
  ];
}

/** Opens and closes its columns. The pencil beside it, or F2, renames it. */
function DatasourceLink({ datasource }: { readonly datasource: Datasource }) {
  const key = keyOf(datasource);
  return (
    <Link
      className="cell-link"
      from="/admin/datasources"
      to="/admin/datasources"
      search={(search) => withOpenRow(search, key, !openRows(search).has(key))}
      replace
      resetScroll={false}
    >
      {nameOf(datasource)}
    </Link>
  );
}
