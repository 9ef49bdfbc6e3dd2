import {
  databaseConnection,
  fileAddress,
  linksOf,
  type DatasourceFields,
  type Links,
  type List,
  type PageQuery,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { ownFileBucket } from "@airlock/platform/file-source";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { columnsOf } from "./columns-of.ts";
import type { DatasourceRow } from "./store.ts";

export function datasourceState(row: DatasourceRow): ResourceStates["datasource"] {
  return { status: row.status };
}

export function datasourceResource(actor: Actor, row: DatasourceRow): Resource<DatasourceFields> {
  return {
    _embedded: {
      webSafeString: row.id,
      name: row.name,
      type: row.type,
      tableType: row.table_type,
      tableName: row.table_name,
      recordCount: row.record_count === null ? null : Number(row.record_count),
      columns: [...columnsOf(row.columns)],
      selectedColumns: [...row.selected_columns],
      status: row.status,
      projectId: row.project_id,
      fileName:
        row.type === "LinkedStorage"
          ? fileAddress(row.project_id, { bucket: row.bucket === "" ? ownFileBucket.id : row.bucket, name: row.object })
          : "",
      connection: databaseConnection.nullable().parse(row.connection),
      importWss: row.import_id,
      createdDate: row.created_at.toISOString(),
      revision: row.revision,
    },
    _links: datasourceLinks(actor, row),
  };
}

export function datasourceLinks(actor: Actor, row: DatasourceRow): Links {
  const own = linksOf("datasource", datasourceState(row), { datasourceId: row.id }, actor.permissions);
  if (row.import_id === null) return own;
  // Link to its import; the import has its own actions.
  const { self } = linksOf("import", { status: "done" }, { importId: row.import_id }, actor.permissions);
  return self === undefined ? own : { ...own, import: self };
}

export function datasourceList(actor: Actor, query: PageQuery, page: Page<DatasourceRow>): List<DatasourceFields> {
  const self = linksOf("profile", {}, {}, actor.permissions)["datasources"];
  return pageList(
    page.rows.map((row) => datasourceResource(actor, row)),
    page,
    listLinks(self, query, page),
  );
}
