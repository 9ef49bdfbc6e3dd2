import type { ChartSpec, ExperimentRecords, ExperimentResultStatus, PageQuery, ResultField } from "@airlock/contract";
import type { SqlLayout } from "@airlock/engine/sql";
import { newId } from "@airlock/platform";
import type { DatasourceState, FrozenField } from "@airlock/backend/datasets";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { readPage, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface ResultRow {
  readonly id: string;
  readonly experiment_id: string;
  readonly experiment_name: string;
  readonly status: ExperimentResultStatus;
  readonly message: string;
  readonly records: ExperimentRecords;
  readonly solution_id: string;
  readonly solution_name: string;
  readonly version_id: string | null;
  readonly version_name: string | null;
  readonly solution_revision: number | null;
  readonly solution_hash: string;
  readonly datasource_id: string;
  readonly datasource: unknown;
  readonly field_mapping: unknown;
  readonly rows: string;
  readonly total_rows: string | null;
  readonly outcomes: unknown;
  readonly created_by_name: string | null;
  readonly created_at: Date;
  readonly started_at: Date | null;
  readonly ended_at: Date | null;
}

function results(tx: Tx) {
  return tx
    .selectFrom("experiment_results")
    .innerJoin("experiments", "experiments.id", "experiment_results.experiment_id")
    .select((select) => [
      "experiment_results.id",
      "experiment_results.experiment_id",
      "experiments.name as experiment_name",
      "experiment_results.status",
      "experiment_results.message",
      "experiment_results.records",
      "experiment_results.solution_id",
      "experiment_results.solution_name",
      "experiment_results.version_id",
      "experiment_results.version_name",
      "experiment_results.solution_revision",
      "experiment_results.solution_hash",
      "experiment_results.datasource_id",
      "experiment_results.datasource",
      "experiment_results.field_mapping",
      "experiment_results.rows",
      "experiment_results.total_rows",
      "experiment_results.outcomes",
      select
        .selectFrom("users")
        .whereRef("users.id", "=", "experiment_results.created_by")
        .select(sql<string>`trim(users.first_name || ' ' || users.name)`.as("name"))
        .as("created_by_name"),
      "experiment_results.created_at",
      "experiment_results.started_at",
      "experiment_results.ended_at",
    ]);
}

export async function findResult(tx: Tx, id: string, lock: boolean): Promise<ResultRow | undefined> {
  return results(tx)
    .where("experiment_results.id", "=", id)
    .$if(lock, (query) => query.forUpdate("experiment_results"))
    .executeTakeFirst();
}

const order = { sorts: { created: sql<string>`experiment_results.id` }, id: sql<string>`experiment_results.id` };

export function listResults(tx: Tx, experimentId: string, query: Pick<PageQuery, "limit" | "after">): Promise<Page<ResultRow> | Refused> {
  return readPage(results(tx).where("experiment_results.experiment_id", "=", experimentId), { ...query, sort: "-created" }, order);
}

export async function countUnfinished(tx: Tx): Promise<number> {
  const found = await tx.selectFrom("experiment_results").where("status", "in", ["waiting", "running"]).select("id").execute();
  return found.length;
}

/** Rows per range of a run, each a partition of the table: some seconds of work, which is what a crash loses. */
const rangeRows = { plain: 8_000_000, predicting: 500_000 };

/** What a run freezes. */
export interface NewResult {
  readonly experimentId: string;
  readonly records: ExperimentRecords;
  readonly solutionId: string;
  readonly solutionName: string;
  readonly versionId: string | null;
  readonly versionName: string | null;
  readonly solutionRevision: number | null;
  /** Canonical JSON. */
  readonly definition: string;
  readonly hash: string;
  readonly behaviour: number;
  readonly datasourceId: string;
  readonly datasource: DatasourceState;
  readonly fieldMapping: readonly FrozenField[];
  /** Models take far longer than everything else in a flow. */
  readonly isPredicting: boolean;
}

export async function createResult(tx: Tx, actor: Actor, made: NewResult): Promise<string> {
  const id = newId();
  await tx
    .insertInto("experiment_results")
    .values({
      id,
      organisation_id: actor.organisationId,
      experiment_id: made.experimentId,
      records: made.records,
      solution_id: made.solutionId,
      solution_name: made.solutionName,
      version_id: made.versionId,
      version_name: made.versionName,
      solution_revision: made.solutionRevision,
      definition: made.definition,
      solution_hash: made.hash,
      behaviour: made.behaviour,
      datasource_id: made.datasourceId,
      datasource: JSON.stringify(made.datasource),
      field_mapping: JSON.stringify(made.fieldMapping),
      range_rows: made.isPredicting ? rangeRows.predicting : rangeRows.plain,
      started_at: null,
      ended_at: null,
    })
    .execute();
  return id;
}

/** Its worker finds that it is not wanted any more, and stops. */
export async function cancelResult(tx: Tx, id: string): Promise<void> {
  await tx.updateTable("experiment_results").set({ status: "cancelled", ended_at: new Date() }).where("id", "=", id).execute();
}

export async function deleteResult(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("experiment_results").where("id", "=", id).execute();
}

export async function saveGraph(tx: Tx, id: string, graph: ChartSpec): Promise<void> {
  await tx
    .updateTable("experiment_results")
    .set({ graph: JSON.stringify(graph) })
    .where("id", "=", id)
    .execute();
}

/** The columns of its table. Written only by the worker and the api, so the types are those that were written. */
export interface ResultTable {
  readonly layout: SqlLayout;
  readonly fields: readonly ResultField[];
  readonly graph: ChartSpec | null;
}

export async function readTable(tx: Tx, id: string): Promise<ResultTable> {
  const found = await tx
    .selectFrom("experiment_results")
    .where("id", "=", id)
    .select(["layout", "fields", "graph"])
    .executeTakeFirstOrThrow();
  return found as unknown as ResultTable;
}

export async function readFrozen(tx: Tx, id: string): Promise<{ readonly definition: string; readonly behaviour: number }> {
  return tx.selectFrom("experiment_results").where("id", "=", id).select(["definition", "behaviour"]).executeTakeFirstOrThrow();
}
