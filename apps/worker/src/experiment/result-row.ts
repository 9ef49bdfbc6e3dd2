import { datasourceColumn, mappedField } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";
import { newId } from "@airlock/platform";
import type { SqlModels } from "@airlock/engine/sql";
import type { ExperimentColumn } from "@airlock/platform/experiment-tables";
import type { Postgres, Tenant } from "@airlock/platform/postgres";
import { z } from "zod";
import { readSqlModels } from "./sql-models.ts";

/** A result as a worker has taken it. */
export interface TakenResult {
  readonly id: string;
  readonly lease: string;
  readonly organisationId: string;
  readonly records: "first" | "all";
  readonly definition: Definition;
  readonly behaviour: number;
  readonly models: SqlModels;
  readonly datasourceId: string;
  readonly columns: readonly ExperimentColumn[];
  readonly mapping: readonly z.infer<typeof mappedField>[];
  readonly rangeRows: number;
  /** All rows below are done: so many. */
  readonly nextRow: number;
  readonly rows: number;
  readonly startedAt: Date;
}

const datasourceState = z.object({ columns: z.array(datasourceColumn) });

/** Whose it was before does not matter: that worker finds another's name there and stops. Undefined when there is nothing to do. */
export async function takeResult(postgres: Postgres, tenant: Tenant, resultId: string): Promise<TakenResult | undefined> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx
      .selectFrom("experiment_results")
      .where("id", "=", resultId)
      .where("status", "in", ["waiting", "running"])
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const parsed = parseDefinition(JSON.parse(row.definition));
    if (!parsed.ok) throw new Error(`The definition that the result ${resultId} keeps cannot be read.`);
    const lease = newId();
    const startedAt = row.started_at ?? new Date();
    await tx
      .updateTable("experiment_results")
      .set({ status: "running", lease, started_at: startedAt })
      .where("id", "=", resultId)
      .execute();
    return {
      id: row.id,
      lease,
      organisationId: row.organisation_id,
      records: row.records,
      definition: parsed.definition,
      behaviour: row.behaviour,
      models: await readSqlModels(tx, parsed.definition),
      datasourceId: row.datasource_id,
      columns: datasourceState.parse(row.datasource).columns,
      mapping: z.array(mappedField).parse(row.field_mapping),
      rangeRows: Number(row.range_rows),
      nextRow: Number(row.next_row),
      rows: Number(row.rows),
      startedAt,
    };
  });
}

/** False when it was cancelled, deleted, or taken by another worker. */
export async function isOurs(postgres: Postgres, tenant: Tenant, { id, lease }: TakenResult): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx.selectFrom("experiment_results").where("id", "=", id).select(["status", "lease"]).executeTakeFirst();
    return row?.status === "running" && row.lease === lease;
  });
}

/** How far it is. False when it is not ours any more. */
export async function keepProgress(
  postgres: Postgres,
  tenant: Tenant,
  { id, lease }: TakenResult,
  progress: { readonly next_row?: number; readonly rows?: number; readonly total_rows?: number; readonly message?: string },
): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const changed = await tx
      .updateTable("experiment_results")
      .set(progress)
      .where("id", "=", id)
      .where("lease", "=", lease)
      .where("status", "=", "running")
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  });
}

/** Whether somebody else has it now; otherwise nobody will, and what was written can go. */
export async function isWritten(postgres: Postgres, tenant: Tenant, id: string): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const row = await tx.selectFrom("experiment_results").where("id", "=", id).select("status").executeTakeFirst();
    return row?.status === "running" || row?.status === "waiting" || row?.status === "done";
  });
}

export type ResultEnd =
  | { readonly ok: true; readonly layout: unknown; readonly fields: unknown; readonly outcomes: unknown }
  | { readonly ok: false; readonly message: string };

/** Its end. False when it is not ours any more. */
export async function endResult(postgres: Postgres, tenant: Tenant, { id, lease }: TakenResult, end: ResultEnd): Promise<boolean> {
  return postgres.inOrganisation(tenant, async (tx) => {
    const known = end.ok
      ? {
          status: "done" as const,
          message: "",
          layout: JSON.stringify(end.layout),
          fields: JSON.stringify(end.fields),
          outcomes: JSON.stringify(end.outcomes),
        }
      : { status: "failed" as const, message: end.message };
    const changed = await tx
      .updateTable("experiment_results")
      .set({ ...known, ended_at: new Date() })
      .where("id", "=", id)
      .where("lease", "=", lease)
      .where("status", "=", "running")
      .executeTakeFirst();
    return changed.numUpdatedRows > 0n;
  });
}
