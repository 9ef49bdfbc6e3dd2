import { readSqlModels } from "@airlock/backend/models";
import { datasourceColumn, mappedField } from "@airlock/contract";
import { carriedColumns, type CarriedColumn, type ComparedSide, type ExperimentColumn } from "@airlock/backend/datasets";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import type { SqlModels } from "@airlock/engine/sql";
import { z } from "zod";
import type { Lease } from "../lease/lease.ts";
import { comparedFlow, type Flow } from "./compared-flow.ts";

type Mapping = readonly z.infer<typeof mappedField>[];

/** A comparison over a datasource, as its worker needs it. */
export interface TakenComparison {
  readonly id: string;
  readonly organisationId: string;
  readonly flows: Readonly<Record<ComparedSide, Flow>>;
  /** Models of their predictions. */
  readonly models: Readonly<Record<ComparedSide, SqlModels>>;
  readonly mappings: Readonly<Record<ComparedSide, Mapping>>;
  readonly outcomeField: string | null;
  readonly datasourceId: string;
  readonly records: "first" | "all";
  readonly columns: readonly ExperimentColumn[];
  readonly carried: readonly CarriedColumn[];
  readonly rangeRows: number;
  /** The number of rows that are done. All rows before this one are. */
  readonly nextRow: number;
  readonly rows: number;
  readonly createdAt: Date;
}

/** Comparisons of earlier releases have no carried columns. */
const datasourceState = z.object({ columns: z.array(datasourceColumn), carry: z.array(z.string()).default([]) });
const mappings = z.object({ left: z.array(mappedField), right: z.array(mappedField) });
const side = z.object({ behaviour: z.int() });

export interface ComparisonProgress {
  readonly next_row?: number;
  readonly rows?: number;
  readonly total_rows?: number;
  readonly message?: string;
}

export type ComparisonEnd =
  | { readonly ok: true; readonly summary: unknown; readonly layouts: unknown }
  | { readonly ok: false; readonly message: string };

/** For comparisons over a datasource and over executions. */
export async function isComparisonWanted(tx: Tx, comparisonId: string): Promise<boolean> {
  const row = await tx.selectFrom("comparisons").where("id", "=", comparisonId).select("status").executeTakeFirst();
  return row?.status === "waiting" || row?.status === "running";
}

/** Undefined if it is not over a datasource. */
export async function beginComparison(lease: Lease): Promise<TakenComparison | undefined> {
  return lease.write(async (tx) => {
    const row = await tx
      .updateTable("comparisons")
      .set({ status: "running" })
      .where("id", "=", lease.jobId)
      .where("status", "in", ["waiting", "running"])
      .where("datasource_id", "is not", null)
      .returningAll()
      .executeTakeFirst();
    if (row === undefined || row.datasource_id === null) return undefined;
    const { columns, carry } = datasourceState.parse(row.datasource);
    const left = comparedFlow(row.left_definition, side.parse(row.left_side).behaviour);
    const right = comparedFlow(row.right_definition, side.parse(row.right_side).behaviour);
    return {
      id: row.id,
      organisationId: lease.organisationId,
      flows: { left, right },
      models: { left: await readSqlModels(tx, left.definition), right: await readSqlModels(tx, right.definition) },
      mappings: mappings.parse(row.field_mapping),
      outcomeField: row.outcome_field,
      datasourceId: row.datasource_id,
      records: row.records,
      columns,
      carried: carriedColumns(carry, columns),
      rangeRows: Number(row.range_rows),
      nextRow: Number(row.next_row),
      rows: Number(row.rows),
      createdAt: row.created_at,
    };
  });
}

/** Whether its table is needed: because another worker is writing it, or it is complete. */
export async function isWritten(postgres: Postgres, organisationId: string, id: string): Promise<boolean> {
  return postgres.inOrganisation({ organisationId, userId: null }, async (tx) => {
    const row = await tx.selectFrom("comparisons").where("id", "=", id).select("status").executeTakeFirst();
    return row !== undefined && row.status !== "failed" && row.status !== "cancelled";
  });
}

export function keepProgress(lease: Lease, progress: ComparisonProgress): Promise<void> {
  return lease.update((tx) => runningComparison(tx, lease.jobId).set(progress));
}

export function endComparison(lease: Lease, end: ComparisonEnd): Promise<void> {
  const known = end.ok
    ? { status: "done" as const, message: "", summary: JSON.stringify(end.summary), layouts: JSON.stringify(end.layouts) }
    : { status: "failed" as const, message: end.message };
  return lease.update((tx) => runningComparison(tx, lease.jobId).set({ ...known, finished_at: new Date() }));
}

export function runningComparison(tx: Tx, id: string) {
  return tx.updateTable("comparisons").where("id", "=", id).where("status", "=", "running");
}
