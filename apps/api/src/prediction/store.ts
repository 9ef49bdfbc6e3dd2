import {
  predictionAnalytics,
  predictionDrift,
  predictionMapping,
  predictionScheduler,
  predictionScores,
  predictionSettings,
  type PageQuery,
  type PredictionAnalytics,
  type PredictionCreate,
  type PredictionDrift,
  type PredictionMapping,
  type PredictionScheduler,
  type PredictionScores,
  type PredictionSettings,
  type PredictionStatus,
  type PredictionType,
  type PredictionUpdate,
} from "@airlock/contract";
import { newId } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import { claimCode } from "../claim-code.ts";
import { findPage, type Page, type ListView } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import type { Refused } from "../outcome.ts";

export interface PredictionRow {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly type: PredictionType;
  readonly description: string;
  readonly status: PredictionStatus;
  readonly status_message: string;
  readonly training_datasource_id: string | null;
  readonly test_datasource_id: string | null;
  readonly evaluation_datasource_id: string | null;
  readonly events_datasource_id: string | null;
  readonly mapping: unknown;
  readonly settings: unknown;
  readonly scheduler: unknown;
  readonly analytics: unknown;
  readonly next_run_at: Date | null;
  readonly scheduled_from: Date | null;
  readonly scores: unknown;
  readonly deployed_model: number | null;
  readonly latest_model: number | null;
  readonly drift: unknown;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly revision: number;
}

function predictions(tx: Tx) {
  return tx
    .selectFrom("predictions")
    .select([
      "id",
      "name",
      "code",
      "type",
      "description",
      "status",
      "status_message",
      "training_datasource_id",
      "test_datasource_id",
      "evaluation_datasource_id",
      "events_datasource_id",
      "mapping",
      "settings",
      "scheduler",
      "analytics",
      "next_run_at",
      "scheduled_from",
      "deployed_model",
      "latest_model",
      "created_at",
      "updated_at",
      "revision",
    ])
    .select((select) =>
      select
        .selectFrom("prediction_watches")
        .whereRef("prediction_watches.prediction_id", "=", "predictions.id")
        .select("prediction_watches.drift")
        .as("drift"),
    )
    .select((select) =>
      select
        .selectFrom("prediction_scores as scores")
        .whereRef("scores.prediction_id", "=", "predictions.id")
        .whereRef("scores.model", "=", "predictions.deployed_model")
        .orderBy("scores.number", "desc")
        .limit(1)
        .select(
          sql`json_build_object('number', scores.number, 'model', scores.model, 'asOf', scores.as_of, 'persons', scores.persons)`.as(
            "scores",
          ),
        )
        .as("scores"),
    );
}

export function findPrediction(tx: Tx, id: string, lock: boolean): Promise<PredictionRow | undefined> {
  return predictions(tx)
    .where("id", "=", id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** Parses the JSON of the row. */
export function mappingOf(row: Pick<PredictionRow, "mapping">): PredictionMapping {
  return predictionMapping.parse(row.mapping);
}
export function settingsOf(row: Pick<PredictionRow, "settings">): PredictionSettings {
  return predictionSettings.parse(row.settings);
}
export function schedulerOf(row: Pick<PredictionRow, "scheduler">): PredictionScheduler {
  return predictionScheduler.parse(row.scheduler);
}

export function analyticsOf(row: Pick<PredictionRow, "analytics">): PredictionAnalytics {
  return predictionAnalytics.parse(row.analytics);
}
export function scoresOf(row: Pick<PredictionRow, "scores">): PredictionScores | null {
  return predictionScores.nullable().parse(row.scores);
}

/** No drift until live decisions were counted for the first time. */
export function driftOf(row: Pick<PredictionRow, "drift">): PredictionDrift {
  return predictionDrift.parse(row.drift ?? { state: "none", since: null, columns: [], score: false });
}

const listView: ListView = {
  table: "predictions",
  scopes: ["own"],
  sorts: { name: "name", type: "type", status: "status", createdDate: "id" },
};

export function listPredictions(tx: Tx, actor: Actor, query: PageQuery): Promise<Page<PredictionRow> | Refused> {
  const rowsOf = (ids: readonly string[]) =>
    predictions(tx)
      .where("id", "in", [...ids])
      .execute();
  return findPage(tx, actor, query, listView, rowsOf);
}

export async function createPrediction(tx: Tx, { organisationId }: Actor, fields: PredictionCreate): Promise<string> {
  const id = newId();
  const code = await claimCode(tx, "predictions", organisationId, fields.name);
  const { name, type, description } = fields;
  await tx
    .insertInto("predictions")
    .values({ id, organisation_id: organisationId, name, code, type, description, status: statusOfNew(type) })
    .execute();
  return id;
}

/** An analytics prediction is trained by its scheduler, which a user has to start. */
function statusOfNew(type: PredictionType): PredictionStatus {
  return type === "standard" ? "configuring" : "schedulerStopped";
}

export async function updatePrediction(tx: Tx, row: PredictionRow, fields: PredictionUpdate): Promise<void> {
  const { name, type, description, mapping, settings, scheduler, analytics } = fields;
  const changed = {
    ...(name === undefined ? {} : { name }),
    ...(type === undefined || type === row.type ? {} : { type, status: statusOfNew(type) }),
    ...(description === undefined ? {} : { description }),
    ...(fields.trainingDatasource === undefined ? {} : { training_datasource_id: fields.trainingDatasource }),
    ...(fields.testDatasource === undefined ? {} : { test_datasource_id: fields.testDatasource }),
    ...(fields.evaluationDatasource === undefined ? {} : { evaluation_datasource_id: fields.evaluationDatasource }),
    ...(fields.eventsDatasource === undefined ? {} : { events_datasource_id: fields.eventsDatasource }),
    ...(mapping === undefined ? {} : { mapping: JSON.stringify(mapping) }),
    ...(settings === undefined ? {} : { settings: JSON.stringify(settings) }),
    ...(scheduler === undefined ? {} : { scheduler: JSON.stringify(scheduler) }),
    ...(analytics === undefined ? {} : { analytics: JSON.stringify(analytics) }),
  };
  if (Object.keys(changed).length > 0) await tx.updateTable("predictions").set(changed).where("id", "=", row.id).execute();
}

export async function setStatus(tx: Tx, id: string, status: PredictionStatus, message: string): Promise<void> {
  await tx.updateTable("predictions").set({ status, status_message: message }).where("id", "=", id).execute();
}

export async function deployModel(tx: Tx, id: string, number: number): Promise<void> {
  const message = `Deployed model ${number}`;
  await tx.updateTable("predictions").set({ deployed_model: number, status_message: message }).where("id", "=", id).execute();
}

/** Names of versions that are not deleted and use one of its models. */
export async function versionsUsing(tx: Tx, predictionId: string): Promise<readonly string[]> {
  const found = await tx
    .selectFrom("version_models")
    .innerJoin("versions", "versions.id", "version_models.version_id")
    .innerJoin("solutions", "solutions.id", "versions.solution_id")
    .where("version_models.prediction_id", "=", predictionId)
    .where("versions.deleted_at", "is", null)
    .select(["versions.name", "solutions.name as solution"])
    .distinct()
    .limit(10)
    .execute();
  return found.map(({ name, solution }) => `${solution}, ${name}`);
}

/** Deletes its trainings and models, too. Executions of deleted versions need no model: their execution records have the scores. */
export async function deletePrediction(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom("version_models").where("prediction_id", "=", id).execute();
  await tx.deleteFrom("predictions").where("id", "=", id).execute();
}
