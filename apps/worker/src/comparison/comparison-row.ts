import { datasourceColumn, mappedField } from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { ComparedSide, ExperimentColumn } from "@airlock/platform/experiment-tables";
import type { Postgres } from "@airlock/platform/postgres";
import type { SqlModels } from "@airlock/engine/sql";
import { z } from "zod";
import { readSqlModels } from "../experiment/sql-models.ts";
import { comparedFlow, type Flow } from "./compared-flow.ts";

type Mapping = readonly z.infer<typeof mappedField>[];

/** A comparison over a datasource as a worker has taken it. */
export interface TakenComparison {
  readonly id: string;
  readonly lease: string;
  readonly organisationId: string;
  readonly flows: Readonly<Record<ComparedSide, Flow>>;
  /** Of their predictions. */
  readonly models: Readonly<Record<ComparedSide, SqlModels>>;
  readonly mappings: Readonly<Record<ComparedSide, Mapping>>;
  readonly outcomeField: string | null;
  readonly datasourceId: string;
  readonly records: "first" | "all";
  readonly columns: readonly ExperimentColumn[];
  readonly rangeRows: number;
  /** All rows below are done: so many. */
  readonly nextRow: number;
  readonly rows: number;
  readonly createdAt: Date;
}

const datasourceState = z.object({ columns: z.array(datasourceColumn) });
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

/** The row of a comparison over a datasource, for the worker that has it. */
export function comparisonRows(postgres: Postgres) {
  const inOrganisation = <T>(organisationId: string, work: Parameters<typeof postgres.inOrganisation<T>>[1]) =>
    postgres.inOrganisation({ organisationId, userId: null }, work);

  async function set({ organisationId, id, lease }: TakenComparison, columns: ComparisonProgress | Ended): Promise<boolean> {
    const changed = await inOrganisation(organisationId, (tx) =>
      tx
        .updateTable("comparisons")
        .set(columns)
        .where("id", "=", id)
        .where("lease", "=", lease)
        .where("status", "=", "running")
        .executeTakeFirst(),
    );
    return changed.numUpdatedRows > 0n;
  }

  return {
    /** Whose it was before does not matter: that worker finds another's name there and stops. Undefined when there is nothing to do. */
    take: (organisationId: string, id: string): Promise<TakenComparison | undefined> => {
      const lease = newId();
      return inOrganisation(organisationId, async (tx) => {
        const row = await tx
          .updateTable("comparisons")
          .set({ status: "running", lease })
          .where("id", "=", id)
          .where("status", "in", ["waiting", "running"])
          .where("datasource_id", "is not", null)
          .returningAll()
          .executeTakeFirst();
        if (row === undefined || row.datasource_id === null) return undefined;
        const left = comparedFlow(row.left_definition, side.parse(row.left_side).behaviour);
        const right = comparedFlow(row.right_definition, side.parse(row.right_side).behaviour);
        return {
          id,
          lease,
          organisationId,
          flows: { left, right },
          models: { left: await readSqlModels(tx, left.definition), right: await readSqlModels(tx, right.definition) },
          mappings: mappings.parse(row.field_mapping),
          outcomeField: row.outcome_field,
          datasourceId: row.datasource_id,
          records: row.records,
          columns: datasourceState.parse(row.datasource).columns,
          rangeRows: Number(row.range_rows),
          nextRow: Number(row.next_row),
          rows: Number(row.rows),
          createdAt: row.created_at,
        };
      });
    },

    /** False when it was cancelled, deleted, or taken by another worker. */
    isOurs: ({ organisationId, id, lease }: TakenComparison): Promise<boolean> =>
      inOrganisation(organisationId, async (tx) => {
        const row = await tx.selectFrom("comparisons").where("id", "=", id).select(["status", "lease"]).executeTakeFirst();
        return row?.status === "running" && row.lease === lease;
      }),

    /** Whether somebody else has it now; otherwise nobody will, and what was written can go. */
    isWritten: ({ organisationId, id }: TakenComparison): Promise<boolean> =>
      inOrganisation(organisationId, async (tx) => {
        const row = await tx.selectFrom("comparisons").where("id", "=", id).select("status").executeTakeFirst();
        return row !== undefined && row.status !== "failed" && row.status !== "cancelled";
      }),

    /** How far it is. False when it is not ours any more. */
    keep: (taken: TakenComparison, progress: ComparisonProgress): Promise<boolean> => set(taken, progress),

    /** Its end. False when it is not ours any more. */
    end: (taken: TakenComparison, end: ComparisonEnd): Promise<boolean> =>
      set(taken, {
        finished_at: new Date(),
        ...(end.ok
          ? { status: "done", message: "", summary: JSON.stringify(end.summary), layouts: JSON.stringify(end.layouts) }
          : { status: "failed", message: end.message }),
      }),
  };
}

interface Ended {
  readonly status: "done" | "failed";
  readonly message: string;
  readonly finished_at: Date;
  readonly summary?: string;
  readonly layouts?: string;
}
