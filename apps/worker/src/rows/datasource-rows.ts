import { datasourceColumn, type DatasourceColumn } from "@airlock/contract";
import { datasourceTable } from "@airlock/backend/datasets";
import type { TablePlace } from "@airlock/platform/warehouse-select";
import { DatasourceGone } from "./cannot-read.ts";
import { dropCopies, isUnderWay, sweepCopies, type CopyParts } from "./copies.ts";
import { createCopyRows } from "./copy-rows.ts";
import type { Rows, RowsWanted } from "./rows.ts";

/** The one way to the rows of a datasource, wherever they are kept. */
export interface DatasourceRows {
  /** Rejects with `CannotRead` when it cannot be, with `NotWanted` when nobody waits any more, with `WentWrong` when it may be later. */
  readonly open: (wanted: RowsWanted) => Promise<Rows>;
  /** Drops what was copied for a run, if the run is over; one that goes on, here or elsewhere, keeps it. */
  readonly close: (organisationId: string, runId: string) => Promise<void>;
  /** Copies whose run is over or gone: its worker died at the wrong moment. */
  readonly sweep: () => Promise<void>;
}

export function createDatasourceRows(parts: CopyParts): DatasourceRows {
  const copyRows = createCopyRows(parts);
  return {
    open: async (wanted) => {
      const found = await find(parts, wanted);
      const { name, columns } = found;
      if (found.place === undefined) return { name, table: datasourceTable(wanted.datasourceId), columns, isCopy: false };
      const needed = columns.filter(wanted.needs);
      // Rows count even where nothing of them is looked at.
      const read = needed.length === 0 ? columns.slice(0, 1) : needed;
      return { name, table: await copyRows(wanted, found.place, read), columns: read, isCopy: true };
    },
    close: async (organisationId, runId) => {
      if (!(await isUnderWay(parts, organisationId, runId))) await dropCopies(parts, runId);
    },
    sweep: () => sweepCopies(parts),
  };
}

interface Found {
  readonly name: string;
  /** Those that were selected. */
  readonly columns: readonly DatasourceColumn[];
  /** Undefined for a file, whose rows were imported. */
  readonly place: TablePlace | undefined;
}

async function find({ postgres }: CopyParts, { organisationId, datasourceId }: RowsWanted): Promise<Found> {
  const row = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .selectFrom("datasources")
      .where("id", "=", datasourceId)
      .where("status", "=", "ready")
      .select(["name", "type", "columns", "selected_columns", "project_id", "dataset", "table_name"])
      .executeTakeFirst(),
  );
  if (row === undefined) throw new DatasourceGone();
  const columns = datasourceColumn
    .array()
    .parse(row.columns)
    .filter(({ name }) => row.selected_columns.includes(name));
  const place = { projectId: row.project_id, dataset: row.dataset, table: row.table_name };
  return { name: row.name, columns, place: row.type === "BigQuery" ? place : undefined };
}
