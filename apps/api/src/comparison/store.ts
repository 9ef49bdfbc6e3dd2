import type { ComparisonStatus, ExperimentRecords, PageQuery } from "@airlock/contract";
import type { OverDatasource } from "@airlock/backend/comparisons";
import type { SqlLayout } from "@airlock/engine/sql";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { DatasourceState, FrozenField } from "@airlock/backend/datasets";
import { readPage, type Page } from "../http/page.ts";
import type { Refused } from "../outcome.ts";

export interface ComparisonRow {
  readonly id: string;
  readonly left_side: unknown;
  readonly right_side: unknown;
  readonly executions_of: "left" | "right" | null;
  readonly start_at: Date | null;
  readonly end_at: Date | null;
  readonly datasource_id: string | null;
  readonly datasource: unknown;
  readonly field_mapping: unknown;
  readonly records: ExperimentRecords;
  readonly outcome_field: string | null;
  readonly status: ComparisonStatus;
  readonly message: string;
  readonly rows: string;
  readonly total_rows: string | null;
  readonly summary: unknown;
  readonly created_at: Date;
  readonly finished_at: Date | null;
}

function comparisons(tx: Tx) {
  return tx
    .selectFrom("comparisons")
    .select(["id", "left_side", "right_side", "executions_of", "start_at", "end_at", "outcome_field", "status", "message"])
    .select(["datasource_id", "datasource", "field_mapping", "records", "rows", "total_rows", "summary", "created_at", "finished_at"]);
}

export function findComparison(tx: Tx, id: string, lock: boolean): Promise<ComparisonRow | undefined> {
  return comparisons(tx)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function findDefinitions(tx: Tx, id: string) {
  return tx.selectFrom("comparisons").select(["left_definition", "right_definition"]).where("id", "=", id).executeTakeFirstOrThrow();
}

/** Column layouts of the table of a comparison over a datasource. */
export interface Layouts {
  readonly left: SqlLayout;
  readonly right: SqlLayout;
}

/** Undefined until it is complete. */
export async function findLayouts(tx: Tx, id: string): Promise<Layouts | undefined> {
  const { layouts } = await tx.selectFrom("comparisons").select("layouts").where("id", "=", id).executeTakeFirstOrThrow();
  return (layouts ?? undefined) as Layouts | undefined; // Written by the worker.
}

const order = { sorts: { created: sql<string>`id` }, id: sql<string>`id` };

export function listComparisons(tx: Tx, query: Pick<PageQuery, "limit" | "after">): Promise<Page<ComparisonRow> | Refused> {
  return readPage(comparisons(tx), { ...query, sort: "-created" }, order);
}

export async function countUnfinished(tx: Tx): Promise<number> {
  const found = await tx.selectFrom("comparisons").where("status", "in", ["waiting", "running"]).select("id").execute();
  return found.length;
}

/** As `createComparison` stores it, in the forms that the api reads again. */
export interface FrozenMappings extends OverDatasource {
  readonly datasource: DatasourceState;
  readonly fieldMapping: { readonly left: readonly FrozenField[]; readonly right: readonly FrozenField[] };
}

/** Its worker finds that it is not wanted any more, and stops. */
export async function cancelComparison(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("comparisons").set({ status: "cancelled", finished_at: new Date() }).where("id", "=", id).execute();
}

export async function deleteComparison(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("comparisons").where("id", "=", id).execute();
}
