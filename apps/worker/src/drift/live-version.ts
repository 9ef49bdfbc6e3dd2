import { gunzipSync } from "node:zlib";
import { datasourceColumn, modelReport, trainingConfig, type DatasourceColumn } from "@airlock/contract";
import { compileFrozen, type Plan } from "@airlock/engine";
import { parseDefinition } from "@airlock/flow";
import { createPredictor, type Artefact, type Column, type Distribution, type Predictor } from "@airlock/model";
import { datasourceTable } from "@airlock/backend/datasets";
import type { LiveModel } from "../across-organisations.ts";
import type { Tx } from "@airlock/platform/postgres";
import type { Bands } from "./actual-of.ts";

/** The datasource of known outcomes. */
export interface Outcomes {
  readonly table: string;
  readonly key: DatasourceColumn;
  readonly label: DatasourceColumn;
  /** The application field with the key; null for the execution's id. */
  readonly field: string | null;
}

/** A model whose live decisions are counted. */
export interface WatchedModel {
  readonly pin: LiveModel;
  readonly predictor: Predictor;
  readonly columns: readonly { readonly column: Column; readonly training: Distribution }[];
  readonly scores: Distribution | null;
  readonly bands: Bands | undefined;
  readonly outcomes: Outcomes | undefined;
}

export interface LiveVersion {
  readonly id: string;
  readonly plan: Plan;
  readonly models: readonly WatchedModel[];
}

const reported = modelReport.pick({ columns: true, scores: true });

/** With those of its models that still exist; undefined if the version was deleted. */
export async function loadVersion(tx: Tx, versionId: string, pins: readonly LiveModel[]): Promise<LiveVersion | undefined> {
  const row = await tx.selectFrom("versions").where("id", "=", versionId).select(["definition", "behaviour"]).executeTakeFirst();
  if (row === undefined) return undefined;
  const parsed = parseDefinition(JSON.parse(row.definition));
  const compiled = parsed.ok ? compileFrozen(parsed.definition, row.behaviour) : undefined;
  // It was compiled when it was frozen, and the engine supports every behaviour number.
  if (compiled?.ok !== true) throw new Error(`The frozen definition of ${versionId} cannot be compiled.`);
  const models: WatchedModel[] = [];
  for (const pin of pins) {
    const model = await loadModel(tx, pin);
    if (model !== undefined) models.push(model);
  }
  return { id: versionId, plan: compiled.plan, models };
}

async function loadModel(tx: Tx, pin: LiveModel): Promise<WatchedModel | undefined> {
  const row = await tx
    .selectFrom("prediction_models")
    .leftJoin("training_jobs", "training_jobs.id", "prediction_models.training_job_id")
    .where("prediction_models.prediction_id", "=", pin.predictionId)
    .where("prediction_models.number", "=", pin.number)
    .select(["prediction_models.artefact", "prediction_models.report", "training_jobs.config"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Written and verified by the worker; the row has it completely or not at all.
  const predictor = createPredictor(JSON.parse(gunzipSync(row.artefact).toString("utf8")) as Artefact);
  const { columns, scores } = reported.parse(row.report);
  return {
    pin,
    predictor,
    columns: predictor.artefact.columns.flatMap((column, place) => {
      const training = columns[place]?.distribution;
      return training === undefined ? [] : [{ column, training }];
    }),
    scores,
    bands: bandsOf(row.config),
    outcomes: pin.outcomes === 0 ? undefined : await loadOutcomes(tx, pin.predictionId),
  };
}

function bandsOf(config: unknown): Bands | undefined {
  const parsed = trainingConfig.safeParse(config);
  const label = parsed.data?.mapping.columns.find(({ key }) => key === parsed.data.mapping.labelField);
  if (label === undefined || label.type === "STRING" || label.boundaries.length === 0) return undefined;
  return { bounds: [...new Set(label.boundaries)].sort((a, b) => a - b), type: label.type };
}

async function loadOutcomes(tx: Tx, predictionId: string): Promise<Outcomes | undefined> {
  const row = await tx
    .selectFrom("prediction_watches")
    .innerJoin("datasources", "datasources.id", "prediction_watches.outcomes_datasource_id")
    .where("prediction_watches.prediction_id", "=", predictionId)
    .where("datasources.status", "=", "ready")
    .select(["datasources.id", "datasources.columns", "outcomes_key", "outcomes_label", "outcomes_field"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const columns = datasourceColumn.array().parse(row.columns);
  const [key, label] = [row.outcomes_key, row.outcomes_label].map((wanted) => columns.find((column) => column.key === wanted));
  if (key === undefined || label === undefined) return undefined;
  return { table: datasourceTable(row.id), key, label, field: row.outcomes_field };
}
