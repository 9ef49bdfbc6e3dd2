import { databaseConnection, datasourceColumn, type DatasourceColumn } from "@airlock/contract";
import { datasourceTable } from "@airlock/backend/datasets";
import { DatasourceGone } from "./cannot-read.ts";
import { dropCopies, isUnderWay, sweepCopies, type CopyParts } from "./copies.ts";
import { createCopyRows } from "./copy-rows.ts";
import { createCopySourceRows } from "./copy-source-rows.ts";
import type { Rows, RowsWanted } from "./rows.ts";

/** Access to the rows of a datasource, wherever they are stored. */
export interface DatasourceRows {
  /** Rejects with `CannotRead` for a permanent error, with `NotWanted` if the run was cancelled, with `WentWrong` if a retry may help. */
  readonly open: (wanted: RowsWanted) => Promise<Rows>;
  /** Drops the copy of a run if it has ended. A run that continues, in any worker, keeps it. */
  readonly close: (organisationId: string, runId: string) => Promise<void>;
  /** Drops copies whose run ended or was deleted, left by workers that died. */
  readonly sweep: () => Promise<void>;
}

export function createDatasourceRows(parts: CopyParts): DatasourceRows {
  const copyRows = createCopyRows(parts);
  const copySourceRows = createCopySourceRows(parts);
  return {
    open: async (wanted) => {
      const row = await find(parts, wanted);
      const { name } = row;
      const columns = selectedColumns(row);
      if (row.type === "LinkedStorage") return { name, table: datasourceTable(wanted.datasourceId), columns, isCopy: false };
      const needed = columns.filter(wanted.needs);
      // Without a needed column, read one anyway: rows are counted.
      const read = needed.length === 0 ? columns.slice(0, 1) : needed;
      const table =
        row.type === "BigQuery"
          ? await copyRows(wanted, { projectId: row.project_id, dataset: row.dataset, table: row.table_name }, read)
          : await copySourceRows(wanted, { ...databaseConnection.parse(row.connection), table: row.table_name }, read);
      return { name, table, columns: read, isCopy: true };
    },
    close: async (organisationId, runId) => {
      if (!(await isUnderWay(parts, organisationId, runId))) await dropCopies(parts, runId);
    },
    sweep: () => sweepCopies(parts),
  };
}

async function find({ postgres }: CopyParts, { organisationId, datasourceId }: RowsWanted) {
  const row = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .selectFrom("datasources")
      .where("id", "=", datasourceId)
      .where("status", "=", "ready")
      .select(["name", "type", "columns", "selected_columns", "project_id", "dataset", "table_name", "connection"])
      .executeTakeFirst(),
  );
  if (row === undefined) throw new DatasourceGone();
  return row;
}

function selectedColumns(row: { readonly columns: unknown; readonly selected_columns: readonly string[] }): readonly DatasourceColumn[] {
  return datasourceColumn
    .array()
    .parse(row.columns)
    .filter(({ name }) => row.selected_columns.includes(name));
}
