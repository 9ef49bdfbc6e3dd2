import { gzipSync } from "node:zlib";
import { createHash } from "node:crypto";
import { newId } from "@airlock/platform";
import { asOwner, type Person } from "./person.ts";
import type { Ids } from "./ids.ts";

/** Persons above thirty are more likely to pay. */
const forest = `tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=0
objective=binary sigmoid:1
feature_names=c0

Tree=0
num_leaves=2
num_cat=0
split_feature=0
split_gain=1
threshold=30
decision_type=10
left_child=-1
right_child=-2
leaf_value=-1 1
leaf_weight=1 1
leaf_count=50 50
internal_value=0
internal_weight=0
internal_count=100
is_linear=0
shrinkage=1


end of trees
`;
const artefact = JSON.stringify({
  format: 1,
  forest,
  columns: [{ name: "age", kind: "number" }],
  label: { name: "paid", kind: "class", values: ["no", "yes"] },
});
const quality = { auc: 0.9, logLoss: 0.3, brier: 0.1 };
const settings = { validation: "rows", timeColumn: null, trees: 1, learningRate: 0.1, leaves: 2, searchSeconds: 0, seed: 1 };

function reportOf(datasourceId: string) {
  return {
    label: { name: "paid", kind: "class", values: ["no", "yes"], counts: [50, 50] },
    datasources: { training: datasourceId, test: null, evaluation: null },
    split: { trainingRows: 70, validationRows: 15, holdoutRows: 15, holdout: "rows" },
    evaluation: {
      objective: "binary",
      rows: 15,
      positives: 7,
      quality,
      baseline: { ...quality, auc: 0.5 },
      roc: [],
      thresholds: [],
      lift: [],
      calibration: [],
      confusion: [
        [8, 0],
        [0, 7],
      ],
    },
    curve: [{ iteration: 1, train: 0.5, validation: 0.5 }],
    bestIteration: 1,
    importance: [{ name: "age", value: 1, share: 1 }],
    columns: [
      {
        name: "age",
        type: "INTEGER",
        kind: "number",
        values: [],
        valuesCount: 0,
        bands: [],
        distribution: { rows: 70, missing: 0, unseen: 0, bounds: [30], bins: [35, 35] },
      },
    ],
    warnings: [],
    settings,
    parameters: { objective: "binary" },
    library: "LightGBM",
    libraryVersion: "4.7.0",
    trainingSeconds: 1,
  };
}

export async function newPrediction(admin: Person): Promise<Ids> {
  const { _embedded } = await admin.must("predictions.create", { body: { name: `Prediction ${newId()}` } });
  return { predictionId: _embedded.webSafeString };
}

export async function analyticsPrediction(admin: Person): Promise<Ids> {
  const body = { name: `Analytics ${newId()}`, type: "analyticsPrediction" as const };
  return { predictionId: (await admin.must("predictions.create", { body }))._embedded.webSafeString };
}

/** No worker starts a run: it is far in the future. */
export async function scheduledPrediction(admin: Person): Promise<Ids> {
  const at = await analyticsPrediction(admin);
  await asOwner(async (owner) => {
    await owner.query(
      `update predictions set status = 'schedulerRunning', status_message = 'Scheduler running', next_run_at = now() + interval '1 year',
         scheduled_from = now() where id = $1`,
      [at["predictionId"]],
    );
    await owner.query(
      `insert into prediction_runs (id, organisation_id, prediction_id, number, status, planned_at) values ($1, $2, $3, 1, 'missed', now())`,
      [newId(), admin.organisationId, at["predictionId"]],
    );
  });
  return at;
}

const insertJob = `insert into training_jobs (id, organisation_id, prediction_id, number, status, config) values ($1, $2, $3, 1, $4, '{}')`;

/** There is no job for it, so no worker takes it. */
export async function trainingPrediction(admin: Person): Promise<Ids> {
  const at = await newPrediction(admin);
  const jobId = newId();
  await asOwner(async (owner) => {
    await owner.query(insertJob, [jobId, admin.organisationId, at["predictionId"], "training"]);
    await owner.query("update predictions set status = 'training' where id = $1", [at["predictionId"]]);
  });
  return { ...at, jobId };
}

/** With a model, as a worker would have stored it. */
export async function trainedPrediction(admin: Person): Promise<Ids> {
  const at = await newPrediction(admin);
  const jobId = newId();
  await asOwner(async (owner) => {
    await owner.query(insertJob, [jobId, admin.organisationId, at["predictionId"], "trained"]);
    await owner.query(
      `insert into prediction_models (organisation_id, prediction_id, number, training_job_id, objective, hash, rows_hash, rows, metric, report, artefact)
       values ($1, $2, 1, $3, 'binary', $4, 'rows', 100, $5, $6, $7)`,
      [
        admin.organisationId,
        at["predictionId"],
        jobId,
        createHash("sha256").update(artefact).digest("hex"),
        JSON.stringify({ name: "AUC", value: 0.9, baseline: 0.5, higherIsBetter: true }),
        JSON.stringify(reportOf(newId())),
        gzipSync(artefact),
      ],
    );
    await owner.query("update predictions set status = 'trained', status_message = 'Trained', latest_model = 1 where id = $1", [
      at["predictionId"],
    ]);
  });
  return { ...at, jobId, number: "1" };
}
