import { readSqlModels } from "@airlock/backend/models";
import { datasourceColumn, mappedField } from "@airlock/contract";
import { parseDefinition, type Definition } from "@airlock/flow";
import type { SqlModels } from "@airlock/engine/sql";
import { carriedColumns, type CarriedColumn, type ExperimentColumn } from "@airlock/backend/datasets";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { z } from "zod";
import { LeaseLost, type Lease } from "../lease/lease.ts";

/** A result of an experiment, as its worker needs it. */
export interface TakenResult {
  readonly id: string;
  readonly organisationId: string;
  readonly records: "first" | "all";
  readonly definition: Definition;
  readonly behaviour: number;
  readonly models: SqlModels;
  readonly datasourceId: string;
  readonly columns: readonly ExperimentColumn[];
  readonly carried: readonly CarriedColumn[];
  readonly mapping: readonly z.infer<typeof mappedField>[];
  readonly rangeRows: number;
  /** The number of rows that are done. All rows before this one are. */
  readonly nextRow: number;
  readonly rows: number;
  readonly startedAt: Date;
}

/** Results of earlier releases have no carried columns. */
const datasourceState = z.object({ columns: z.array(datasourceColumn), carry: z.array(z.string()).default([]) });

export async function isResultWanted(tx: Tx, resultId: string): Promise<boolean> {
  const row = await tx.selectFrom("experiment_results").where("id", "=", resultId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "running";
}

export async function beginResult(lease: Lease): Promise<TakenResult> {
  return lease.write(async (tx) => {
    const row = await tx
      .selectFrom("experiment_results")
      .where("id", "=", lease.jobId)
      .where("status", "in", ["waiting", "running"])
      .selectAll()
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new LeaseLost();
    const parsed = parseDefinition(JSON.parse(row.definition));
    if (!parsed.ok) throw new Error(`The definition that the result ${row.id} keeps cannot be read.`);
    const { columns, carry } = datasourceState.parse(row.datasource);
    const startedAt = row.started_at ?? new Date();
    await tx.updateTable("experiment_results").set({ status: "running", started_at: startedAt }).where("id", "=", row.id).execute();
    return {
      id: row.id,
      organisationId: row.organisation_id,
      records: row.records,
      definition: parsed.definition,
      behaviour: row.behaviour,
      models: await readSqlModels(tx, parsed.definition),
      datasourceId: row.datasource_id,
      columns,
      carried: carriedColumns(carry, columns),
      mapping: z.array(mappedField).parse(row.field_mapping),
      rangeRows: Number(row.range_rows),
      nextRow: Number(row.next_row),
      rows: Number(row.rows),
      startedAt,
    };
  });
}

export function keepProgress(
  lease: Lease,
  progress: { readonly next_row?: number; readonly rows?: number; readonly total_rows?: number; readonly message?: string },
): Promise<void> {
  return lease.update((tx) => running(tx, lease.jobId).set(progress));
}

/** Whether its table is needed: because another worker is writing it, or it is complete. */
export async function isWritten(postgres: Postgres, organisationId: string, id: string): Promise<boolean> {
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const row = await tx.selectFrom("experiment_results").where("id", "=", id).select("status").executeTakeFirst();
    return row?.status === "running" || row?.status === "waiting" || row?.status === "done";
  });
}

export type ResultEnd =
  | { readonly ok: true; readonly layout: unknown; readonly fields: unknown; readonly outcomes: unknown }
  | { readonly ok: false; readonly message: string };

export function endResult(lease: Lease, end: ResultEnd): Promise<void> {
  const known = end.ok
    ? {
        status: "done" as const,
        message: "",
        layout: JSON.stringify(end.layout),
        fields: JSON.stringify(end.fields),
        outcomes: JSON.stringify(end.outcomes),
      }
    : { status: "failed" as const, message: end.message };
  return lease.update((tx) => running(tx, lease.jobId).set({ ...known, ended_at: new Date() }));
}

function running(tx: Tx, id: string) {
  return tx.updateTable("experiment_results").where("id", "=", id).where("status", "=", "running");
}
