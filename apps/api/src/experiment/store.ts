import {
  mappedField,
  type ExperimentCreate,
  type ExperimentRecords,
  type ExperimentUpdate,
  type MappedField,
  type PageQuery,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { z } from "zod";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface ExperimentRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly code: string;
  /** Null if it was deleted. */
  readonly solution_id: string | null;
  readonly solution_name: string | null;
  readonly valid_runtime: boolean | null;
  /** As chosen, although it may be deleted; then it has no name. */
  readonly version_id: string | null;
  readonly version_name: string | null;
  readonly datasource_id: string | null;
  readonly datasource_name: string | null;
  readonly record_count: string | null;
  readonly field_mapping: unknown;
  readonly records: ExperimentRecords;
  readonly carry: readonly string[] | null;
  readonly results: string;
  readonly last_id: string | null;
  readonly last_created: Date | null;
  readonly last_status: "waiting" | "running" | "done" | "failed" | "cancelled" | null;
  readonly last_rows: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
}

function experiments(tx: Tx) {
  return tx
    .selectFrom("experiments")
    .leftJoin("solutions", (join) => join.onRef("solutions.id", "=", "experiments.solution_id").on("solutions.deleted_at", "is", null))
    .leftJoin("definitions", "definitions.solution_id", "solutions.id")
    .leftJoin("versions", (join) => join.onRef("versions.id", "=", "experiments.version_id").on("versions.deleted_at", "is", null))
    .leftJoin("datasources", "datasources.id", "experiments.datasource_id")
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom("experiment_results")
          .whereRef("experiment_results.experiment_id", "=", "experiments.id")
          .select([
            "experiment_results.id as last_id",
            "experiment_results.created_at as last_created",
            "experiment_results.status as last_status",
            "experiment_results.rows as last_rows",
          ])
          .orderBy("experiment_results.id", "desc")
          .limit(1)
          .as("last"),
      (join) => join.onTrue(),
    )
    .select((select) => [
      "experiments.id",
      "experiments.name",
      "experiments.description",
      "experiments.code",
      "solutions.id as solution_id",
      "solutions.name as solution_name",
      "definitions.valid_runtime",
      "experiments.version_id",
      "versions.name as version_name",
      "experiments.datasource_id",
      "datasources.name as datasource_name",
      "datasources.record_count",
      "experiments.field_mapping",
      "experiments.records",
      "experiments.carry",
      select
        .selectFrom("experiment_results")
        .whereRef("experiment_results.experiment_id", "=", "experiments.id")
        .select(({ fn }) => fn.countAll<string>().as("count"))
        .$asScalar()
        .$notNull()
        .as("results"),
      "last.last_id",
      "last.last_created",
      "last.last_status",
      "last.last_rows",
      "experiments.created_at",
      "experiments.updated_at",
      "experiments.revision",
    ]);
}

export async function findExperiment(tx: Tx, id: string, lock: boolean): Promise<ExperimentRow | undefined> {
  return experiments(tx)
    .where("experiments.id", "=", id)
    .$if(lock, (query) => query.forUpdate("experiments"))
    .executeTakeFirst();
}

const listView: ListView = { table: "experiments", scopes: ["own"], sorts: { name: "name", createdDate: "id" } };

export function listExperiments(tx: Tx, actor: Actor, query: PageQuery): Promise<Page<ExperimentRow> | Refused> {
  const rowsOf = (ids: readonly string[]) =>
    experiments(tx)
      .where("experiments.id", "in", [...ids])
      .execute();
  return findPage(tx, actor, query, listView, rowsOf);
}

const mapping = z.array(mappedField);

/** Parses the JSON of a row. */
export function mappingOf(stored: unknown): readonly MappedField[] {
  return mapping.parse(stored);
}

export async function createExperiment(tx: Tx, actor: Actor, { name, description }: ExperimentCreate): Promise<string> {
  const id = newId();
  const values = { id, organisation_id: actor.organisationId, name, description, solution_id: null, version_id: null, datasource_id: null };
  await tx.insertInto("experiments").values(values).execute();
  return id;
}

export async function updateExperiment(tx: Tx, id: string, changes: ExperimentUpdate): Promise<void> {
  const { name, description, code, solutionId, versionId, datasourceId, fieldMapping, records, carry } = changes;
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(code === undefined ? {} : { code }),
    ...(solutionId === undefined ? {} : { solution_id: solutionId }),
    ...(versionId === undefined ? {} : { version_id: versionId }),
    ...(datasourceId === undefined ? {} : { datasource_id: datasourceId }),
    ...(fieldMapping === undefined ? {} : { field_mapping: JSON.stringify(fieldMapping) }),
    ...(records === undefined ? {} : { records }),
    ...(carry === undefined ? {} : { carry }),
  };
  if (Object.keys(set).length > 0) await tx.updateTable("experiments").set(set).where("id", "=", id).execute();
}

/** Deletes its results, too; returns their ids. */
export async function deleteExperiment(tx: Tx, id: string): Promise<readonly string[]> {
  const results = await tx.selectFrom("experiment_results").where("experiment_id", "=", id).select("id").execute();
  await tx.deleteFrom("experiments").where("id", "=", id).execute();
  return results.map((result) => result.id);
}
