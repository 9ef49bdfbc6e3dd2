import { datasourceColumn } from "@airlock/contract";
import { newId } from "@airlock/platform";
import { csvPlace, type CsvPlace, type KeptColumn } from "@airlock/platform/csv";
import { fileForm, type FileForm } from "@airlock/platform/parquet";
import type { Postgres, Tenant } from "@airlock/platform/postgres";
import { sql } from "kysely";

/** An import as a worker has taken it. */
export interface TakenImport {
  readonly id: string;
  readonly lease: string;
  readonly organisationId: string;
  readonly datasourceId: string;
  readonly bucket: string;
  readonly object: string;
  readonly generation: string;
  readonly form: FileForm;
  /** Of a Parquet file both numbers are rows. */
  readonly place: CsvPlace;
  readonly rows: number;
  readonly rejectedRows: number;
  /** Those that were selected, with the keys that they have in ClickHouse. */
  readonly columns: readonly (KeptColumn & { readonly key: string })[];
  readonly startedAt: Date;
}

/** Another worker has it and has said so a moment ago. */
export class HeldByAnother extends Error {}

/**
 * Undefined when there is nothing to do. A worker that has said nothing for seconds is dead, or as good as: should it come back, it finds
 * another's name there and stops.
 */
export async function takeImport(postgres: Postgres, tenant: Tenant, importId: string): Promise<TakenImport | undefined> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx
      .selectFrom("imports")
      .innerJoin("datasources", "datasources.id", "imports.datasource_id")
      .where("imports.id", "=", importId)
      .where("imports.status", "in", ["waiting", "running"])
      .selectAll("imports")
      .select(["datasources.bucket", "datasources.object", "datasources.columns", "datasources.selected_columns"])
      .select(sql<boolean>`imports.lease <> '' and imports.updated_at > now() - interval '5 seconds'`.as("is_held"))
      .forUpdate("imports")
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.is_held) throw new HeldByAnother("Another worker reads it.");
    const lease = newId();
    const startedAt = row.started_at ?? new Date();
    await tx.updateTable("imports").set({ status: "running", lease, started_at: startedAt }).where("id", "=", importId).execute();
    const all = datasourceColumn.array().parse(row.columns);
    return {
      id: row.id,
      lease,
      organisationId: row.organisation_id,
      datasourceId: row.datasource_id,
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

/** False when it is not ours any more: cancelled, deleted, or taken by another worker. */
export async function keepProgress(
  postgres: Postgres,
  tenant: Tenant,
  { id, lease }: TakenImport,
  { bytes, place, rows, rejectedRows }: ImportProgress,
): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const changed = await tx
      .updateTable("imports")
      .set({ bytes, place: JSON.stringify(place), rows, rejected_rows: rejectedRows, message: "" })
      .where("id", "=", id)
      .where("lease", "=", lease)
      .where("status", "=", "running")
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  });
}

/** Whether somebody else has it now; otherwise nobody will, and what was written can go. */
export async function isTakenByOther(postgres: Postgres, tenant: Tenant, { id, lease }: TakenImport): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx.selectFrom("imports").where("id", "=", id).select(["status", "lease"]).executeTakeFirst();
    return row?.status === "running" && row.lease !== lease;
  });
}

/** Its end. False when it is not ours any more. */
export async function endImport(
  postgres: Postgres,
  tenant: Tenant,
  { id, lease, datasourceId }: TakenImport,
  end: { readonly ok: true; readonly recordCount: number; readonly profile: unknown } | { readonly ok: false; readonly message: string },
): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const changed = await tx
      .updateTable("imports")
      .set({ status: end.ok ? "done" : "failed", message: end.ok ? "" : end.message, lease: "", ended_at: new Date() })
      .where("id", "=", id)
      .where("lease", "=", lease)
      .where("status", "=", "running")
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) return false;
    const fields = end.ok
      ? { status: "ready" as const, record_count: end.recordCount, counted_at: new Date(), profile: JSON.stringify(end.profile) }
      : { status: "failed" as const };
    await tx.updateTable("datasources").set(fields).where("id", "=", datasourceId).execute();
    return true;
  });
}

/** Says that its worker lives: every write does, and reading a long row or putting a table in order takes longer than others wait. */
export async function hold(postgres: Postgres, tenant: Tenant, { id, lease }: TakenImport): Promise<void> {
  await postgres.inOrganisation(tenant, (tx) =>
    tx.updateTable("imports").set({ lease }).where("id", "=", id).where("lease", "=", lease).execute(),
  );
}

/** What keeps it from going on, for whoever watches; it is left to whoever tries it next. */
export async function tellTrouble(postgres: Postgres, tenant: Tenant, { id, lease }: TakenImport, message: string): Promise<void> {
  await postgres.inOrganisation(tenant, (tx) =>
    tx
      .updateTable("imports")
      .set({ message, lease: "" })
      .where("id", "=", id)
      .where("lease", "=", lease)
      .where("status", "=", "running")
      .execute(),
  );
}
