import { datasourceColumn } from "@airlock/contract";
import { csvPlace, type CsvPlace, type KeptColumn } from "@airlock/platform/csv";
import { fileForm, type FileForm } from "@airlock/platform/parquet";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { LeaseLost, type Lease } from "../lease/lease.ts";

/** An import, as its worker needs it. */
export interface TakenImport {
  readonly id: string;
  readonly organisationId: string;
  readonly datasourceId: string;
  /** Of the bucket. */
  readonly projectId: string;
  /** Empty for Airlock's own. */
  readonly bucket: string;
  readonly object: string;
  readonly generation: string;
  readonly form: FileForm;
  /** For a Parquet file both numbers are rows. */
  readonly place: CsvPlace;
  readonly rows: number;
  readonly rejectedRows: number;
  /** The selected columns, with their keys in ClickHouse. */
  readonly columns: readonly (KeptColumn & { readonly key: string })[];
  readonly startedAt: Date;
}

export async function isImportWanted(tx: Tx, importId: string): Promise<boolean> {
  const row = await tx.selectFrom("imports").where("id", "=", importId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "running";
}

export async function beginImport(lease: Lease): Promise<TakenImport> {
  return lease.write(async (tx) => {
    const row = await tx
      .selectFrom("imports")
      .innerJoin("datasources", "datasources.id", "imports.datasource_id")
      .where("imports.id", "=", lease.jobId)
      .where("imports.status", "in", ["waiting", "running"])
      .selectAll("imports")
      .select(["datasources.project_id", "datasources.bucket", "datasources.object", "datasources.columns", "datasources.selected_columns"])
      .forUpdate("imports")
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLost();
    const startedAt = row.started_at ?? new Date();
    await tx.updateTable("imports").set({ status: "running", started_at: startedAt }).where("id", "=", row.id).execute();
    const all = datasourceColumn.array().parse(row.columns);
    return {
      id: row.id,
      organisationId: row.organisation_id,
      datasourceId: row.datasource_id,
      projectId: row.project_id,
      bucket: row.bucket,
      object: row.object,
      generation: row.generation,
      form: fileForm.parse(row.form),
      place: csvPlace.parse(row.place),
      rows: Number(row.rows),
      rejectedRows: Number(row.rejected_rows),
      columns: all.map((column, cell) => ({ ...column, cell })).filter(({ name }) => row.selected_columns.includes(name)),
      startedAt,
    };
  });
}

export interface ImportProgress {
  readonly bytes: number;
  readonly place: CsvPlace;
  readonly rows: number;
  readonly rejectedRows: number;
}

export function keepProgress(lease: Lease, { bytes, place, rows, rejectedRows }: ImportProgress): Promise<void> {
  const progress = { bytes, place: JSON.stringify(place), rows, rejected_rows: rejectedRows, message: "" };
  return lease.update((tx) => running(tx, lease.jobId).set(progress));
}

/** Whether another worker has it. Otherwise what was written can be removed. */
export async function isRunning(postgres: Postgres, organisationId: string, id: string): Promise<boolean> {
  return (await statusOf(postgres, organisationId, id)) === "running";
}

/** Whether the table with the datasource's name is needed: because another worker is about to end the import, or did. */
export async function isTableWanted(postgres: Postgres, { organisationId, id }: TakenImport): Promise<boolean> {
  const status = await statusOf(postgres, organisationId, id);
  return status === "running" || status === "done";
}

/** Undefined if its datasource was deleted. */
async function statusOf(postgres: Postgres, organisationId: string, id: string) {
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const row = await tx.selectFrom("imports").where("id", "=", id).select("status").executeTakeFirst();
    return row?.status;
  });
}

export type ImportEnd =
  | { readonly ok: true; readonly recordCount: number; readonly profile: unknown }
  | { readonly ok: false; readonly message: string };

/** Together with the state of its datasource. */
export function endImport(lease: Lease, { datasourceId }: TakenImport, end: ImportEnd): Promise<void> {
  return lease.write(async (tx) => {
    const changed = await running(tx, lease.jobId)
      .set({ status: end.ok ? "done" : "failed", message: end.ok ? "" : end.message, ended_at: new Date() })
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new LeaseLost();
    const fields = end.ok
      ? { status: "ready" as const, record_count: end.recordCount, counted_at: new Date(), profile: JSON.stringify(end.profile) }
      : { status: "failed" as const };
    await tx.updateTable("datasources").set(fields).where("id", "=", datasourceId).execute();
  });
}

/** Stores why the import is waiting, for its page. */
export function keepMessage(lease: Lease, message: string): Promise<void> {
  return lease.update((tx) => running(tx, lease.jobId).set({ message }));
}

function running(tx: Tx, id: string) {
  return tx.updateTable("imports").where("id", "=", id).where("status", "=", "running");
}
