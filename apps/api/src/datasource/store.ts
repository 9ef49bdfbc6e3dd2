import { newestImport } from "@airlock/backend/datasets";
import type {
  DatabaseConnection,
  DatasourceColumn,
  DatasourceStatus,
  DatasourceType,
  DatasourceUpdate,
  PageQuery,
  TableType,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { FileForm } from "@airlock/platform/parquet";
import type { Tx } from "@airlock/platform/postgres";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface DatasourceRow {
  readonly id: string;
  readonly name: string;
  readonly type: DatasourceType;
  readonly table_type: TableType;
  readonly table_name: string;
  readonly project_id: string;
  readonly dataset: string;
  readonly bucket: string;
  readonly object: string;
  readonly connection: unknown;
  readonly columns: unknown;
  readonly selected_columns: readonly string[];
  readonly status: DatasourceStatus;
  readonly record_count: string | null;
  readonly profile: unknown;
  readonly created_at: Date;
  readonly revision: number;
  readonly import_id: string | null;
}

function datasources(tx: Tx) {
  return tx
    .selectFrom("datasources")
    .select((select) => [
      "datasources.id",
      "datasources.name",
      "datasources.type",
      "datasources.table_type",
      "datasources.table_name",
      "datasources.project_id",
      "datasources.dataset",
      "datasources.bucket",
      "datasources.object",
      "datasources.connection",
      "datasources.columns",
      "datasources.selected_columns",
      "datasources.status",
      "datasources.record_count",
      "datasources.profile",
      "datasources.created_at",
      "datasources.revision",
      newestImport(select),
    ]);
}

export async function findDatasource(tx: Tx, id: string, lock: boolean): Promise<DatasourceRow | undefined> {
  return datasources(tx)
    .where("datasources.id", "=", id)
    .$if(lock, (query) => query.forUpdate("datasources"))
    .executeTakeFirst();
}

const listView: ListView = {
  table: "datasources",
  scopes: ["own"],
  sorts: { name: "name", type: "type", tableName: "table_name", recordCount: "record_count", createdDate: "id" },
  types: { record_count: "bigint" },
};

export function listDatasources(tx: Tx, actor: Actor, query: PageQuery): Promise<Page<DatasourceRow> | Refused> {
  const rowsOf = (ids: readonly string[]) =>
    datasources(tx)
      .where("datasources.id", "in", [...ids])
      .execute();
  return findPage(tx, actor, query, listView, rowsOf);
}

export interface NewDatasource {
  readonly name: string;
  readonly type: DatasourceType;
  readonly tableType: TableType;
  readonly tableName: string;
  readonly projectId: string;
  readonly dataset?: string;
  readonly bucket?: string;
  readonly object?: string;
  readonly connection?: DatabaseConnection;
  readonly columns: readonly DatasourceColumn[];
  readonly selectedColumns: readonly string[];
  readonly status: DatasourceStatus;
  readonly recordCount?: number;
}

export async function createDatasource(tx: Tx, actor: Actor, fields: NewDatasource): Promise<string> {
  const id = newId();
  await tx
    .insertInto("datasources")
    .values({
      id,
      organisation_id: actor.organisationId,
      name: fields.name,
      type: fields.type,
      table_type: fields.tableType,
      table_name: fields.tableName,
      project_id: fields.projectId,
      dataset: fields.dataset ?? "",
      bucket: fields.bucket ?? "",
      object: fields.object ?? "",
      connection: fields.connection === undefined ? null : JSON.stringify(fields.connection),
      columns: JSON.stringify(fields.columns),
      selected_columns: [...fields.selectedColumns],
      status: fields.status,
      record_count: fields.recordCount ?? null,
      counted_at: fields.recordCount === undefined ? null : new Date(),
    })
    .execute();
  return id;
}

export async function createImport(
  tx: Tx,
  actor: Actor,
  datasourceId: string,
  file: { readonly form: FileForm; readonly generation: string; readonly length: number },
): Promise<string> {
  const id = newId();
  await tx
    .insertInto("imports")
    .values({
      id,
      organisation_id: actor.organisationId,
      datasource_id: datasourceId,
      form: JSON.stringify(file.form),
      generation: file.generation,
      total_bytes: file.length,
    })
    .execute();
  return id;
}

export async function updateDatasource(tx: Tx, id: string, { name }: DatasourceUpdate): Promise<void> {
  if (name !== undefined) await tx.updateTable("datasources").set({ name }).where("id", "=", id).execute();
}

export async function keepCount(tx: Tx, id: string, count: number, at: Date): Promise<void> {
  await tx.updateTable("datasources").set({ record_count: count, counted_at: at }).where("id", "=", id).execute();
}

export async function deleteDatasource(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("datasources").where("id", "=", id).execute();
}
