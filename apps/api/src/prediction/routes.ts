import { openModel } from "@airlock/backend/models";
import type { PredictionUpdate } from "@airlock/contract";
import type { WorkIds } from "@airlock/platform";
import type { Tx } from "@airlock/platform/postgres";
import { findDatasource, type DatasourceRow } from "../datasource/store.ts";
import type { Router } from "../http/router.ts";
import { isStale } from "../http/stale.ts";
import type { Actor } from "../identity/actor.ts";
import { done, nothing, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { notOfEvents, personInput } from "./check-analytics.ts";
import { isZone, lacking, settledMapping, unknownZone, wrongMapping } from "./check.ts";
import { findModel, listModels, readReport } from "./model-store.ts";
import { modelLinks, modelList, modelResource, predictionLinks, predictionList, predictionResource } from "./resource.ts";
import { reschedule } from "./run-store.ts";
import { schedulerRoutes } from "./scheduler-routes.ts";
import { scoredModels } from "./score-store.ts";
import {
  analyticsOf,
  createPrediction,
  deletePrediction,
  deployModel,
  findPrediction,
  listPredictions,
  mappingOf,
  setStatus,
  settingsOf,
  updatePrediction,
  versionsUsing,
  type PredictionRow,
} from "./store.ts";
import { predictionSubject } from "./subject.ts";
import { cancelTraining, createTraining, lastTraining, listTrainings, readLog } from "./training-store.ts";

export function predictionRoutes(router: Router, parts: Parts): void {
  schedulerRoutes(router);
  router.user("predictions.list", async ({ actor, tx, query }) => {
    const page = await listPredictions(tx, actor, query);
    return isRefused(page) ? page : done(predictionList(actor, query, page));
  });

  router.user("predictions.create", async ({ actor, tx, body }) => read(tx, actor, await createPrediction(tx, actor, body)));

  router.object("prediction.read", predictionSubject, ({ actor }, row) => Promise.resolve(done(predictionResource(actor, row))));

  router.object("prediction.update", predictionSubject, async ({ actor, tx, body }, row) => {
    return (await save(tx, row, body)) ?? read(tx, actor, row.id);
  });

  router.object("prediction.delete", predictionSubject, async ({ actor, tx, ids }, row) => {
    const versions = await versionsUsing(tx, row.id);
    if (versions.length > 0) {
      return { kind: "refused", problem: { code: "PREDICTION_IN_USE", details: { versions: versions.join("; ") } } };
    }
    for (const model of await scoredModels(tx, row.id)) {
      await parts.jobs.send(tx, "scores.publish", { organisationId: actor.organisationId, predictionId: row.id, model }, ids);
    }
    await deletePrediction(tx, row.id);
    await parts.jobs.send(tx, "prediction.forget", { organisationId: actor.organisationId, predictionId: row.id }, ids);
    return nothing;
  });

  router.object("prediction.train", predictionSubject, async ({ actor, tx, body, ids }, row) => {
    return (body === null ? undefined : await save(tx, row, body)) ?? train(tx, actor, row.id, ids);
  });

  router.object("prediction.cancelTraining", predictionSubject, async ({ actor, tx }, row) => {
    await cancelTraining(tx, row.id);
    await setStatus(tx, row.id, row.latest_model === null ? "configuring" : "trained", "Training cancelled");
    return read(tx, actor, row.id);
  });

  router.object("prediction.training", predictionSubject, async ({ actor, tx }, row) => {
    const [job, jobs] = [await lastTraining(tx, row.id), await listTrainings(tx, row.id)];
    return done({ _embedded: { job, jobs: [...jobs] }, _links: linksBeside(actor, row, "trainingStatus") });
  });

  router.object("prediction.trainingLogs", predictionSubject, async ({ actor, tx, query }, row) => {
    const log = await readLog(tx, row.id, query.jobWss);
    if (log === undefined && query.jobWss !== undefined) return refuse("TRAINING_NOT_FOUND");
    return done({ _embedded: { jobId: log?.id ?? null, lines: log?.lines ?? [] }, _links: linksBeside(actor, row, "trainingLogs") });
  });

  router.object("prediction.deploy", predictionSubject, async ({ actor, tx, body, ids }, row) => {
    const number = body?.model ?? row.latest_model;
    if (number === null || (await findModel(tx, row.id, number)) === undefined) return refuse("MODEL_NOT_FOUND");
    await deployModel(tx, row.id, number);
    await parts.jobs.send(tx, "prediction.judge", { organisationId: actor.organisationId, predictionId: row.id }, ids);
    return read(tx, actor, row.id);
  });

  router.object("prediction.models", predictionSubject, async ({ actor, tx, query }, row) => {
    const page = await listModels(tx, row.id, query);
    return isRefused(page) ? page : done(modelList(actor, row, query, page));
  });

  router.object("model.read", predictionSubject, async ({ actor, tx, params }, row) => {
    const model = await findModel(tx, row.id, numberOf(params.number));
    if (model === undefined) return refuse("MODEL_NOT_FOUND");
    return done(modelResource(actor, row.id, await readReport(tx, row.id, model, row.deployed_model)));
  });

  router.object("model.explain", predictionSubject, async ({ actor, tx, params, body }, row) => {
    const number = numberOf(params.number);
    const model = await openModel(tx, row.id, number);
    if (model === undefined) return refuse("MODEL_NOT_FOUND");
    const { values } = body;
    const { score, probabilities, of, base, raw, columns } = model.explain(values);
    const { label, columns: named } = model.artefact;
    const classes = label.kind === "class" ? label.values : [];
    const contributions = named
      .map(({ name }, at) => ({ name, value: Object.hasOwn(values, name) ? (values[name] ?? null) : null, contribution: columns[at] ?? 0 }))
      .sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
    return done({
      _embedded: {
        score,
        probabilities: probabilities.map((probability, at) => ({ value: classes[at] ?? "", probability })),
        of: of ?? "",
        base,
        raw,
        contributions,
      },
      _links: modelLinks(actor, row.id, number),
    });
  });

  async function train(tx: Tx, actor: Actor, id: string, ids: WorkIds) {
    const row = await findPrediction(tx, id, true);
    if (row === undefined) return refuse("PREDICTION_NOT_FOUND");
    const [mapping, settings] = [mappingOf(row), settingsOf(row)];
    const source = async (datasourceId: string | null) => (datasourceId === null ? undefined : findDatasource(tx, datasourceId, false));
    const sources = {
      training: await source(row.training_datasource_id),
      test: await source(row.test_datasource_id),
      evaluation: await source(row.evaluation_datasource_id),
    };
    const problems = lacking(mapping, settings, sources);
    if (problems.length > 0 || sources.training === undefined) return refuse("PREDICTION_INCOMPLETE", problems);
    const trainingId = await createTraining(tx, actor, id, {
      trainingDatasource: sources.training.id,
      testDatasource: sources.test?.id ?? null,
      evaluationDatasource: sources.evaluation?.id ?? null,
      mapping,
      settings,
    });
    await setStatus(tx, id, "training", "Training");
    await parts.jobs.send(tx, "prediction.train", { organisationId: actor.organisationId, trainingId }, ids);
    return read(tx, actor, id);
  }
}

/** The refusal, or undefined if it was saved. */
async function save(tx: Tx, row: PredictionRow, body: PredictionUpdate): Promise<Refused | undefined> {
  if (isStale(body, row)) return refuse("EDIT_CONFLICT");
  if (
    body.type !== undefined &&
    body.type !== row.type &&
    (row.latest_model !== null || row.status === "training" || row.status === "schedulerRunning")
  ) {
    return refuse("PREDICTION_TYPE_FIXED");
  }
  const chosen = new Map<string, DatasourceRow>();
  for (const id of [body.trainingDatasource, body.testDatasource, body.evaluationDatasource, body.eventsDatasource]) {
    if (id === undefined || id === null) continue;
    const datasource = await findDatasource(tx, id, false);
    if (datasource === undefined) return refuse("DATASOURCE_NOT_FOUND");
    chosen.set(id, datasource);
  }
  const events = chosen.get(body.eventsDatasource ?? "");
  if (events !== undefined && events.table_type !== "predictiveAnalytics") {
    return refuse("INVALID_REQUEST", [{ field: "eventsDatasource", code: "tableType", message: notOfEvents }]);
  }
  if (body.scheduler !== undefined && !isZone(body.scheduler.zone)) return refuse("INVALID_REQUEST", [unknownZone]);
  if ((body.type ?? row.type) === "analyticsPrediction") return saveAnalytics(tx, row, body, events);
  const given = body.mapping ?? (body.trainingDatasource === undefined ? undefined : mappingOf(row));
  if (given === undefined) {
    await updatePrediction(tx, row, body);
    return undefined;
  }
  const wrong = wrongMapping(given);
  if (wrong !== undefined) return refuse("INVALID_REQUEST", [wrong]);
  const trainingId = body.trainingDatasource === undefined ? row.training_datasource_id : body.trainingDatasource;
  const training = trainingId === null ? undefined : (chosen.get(trainingId) ?? (await findDatasource(tx, trainingId, false)));
  await updatePrediction(tx, row, { ...body, mapping: settledMapping(given, training) });
  return undefined;
}

/** Features are computed from events, so the mapping has only the person's key. */
async function saveAnalytics(tx: Tx, row: PredictionRow, body: PredictionUpdate, chosen: DatasourceRow | undefined): Promise<undefined> {
  const given = body.analytics ?? analyticsOf(row);
  const analytics = { ...given, windows: [...new Set(given.windows)].sort((a, b) => a - b) };
  const eventsId = body.eventsDatasource === undefined ? row.events_datasource_id : body.eventsDatasource;
  const events = chosen ?? (eventsId === null ? undefined : await findDatasource(tx, eventsId, false));
  await updatePrediction(tx, row, { ...body, analytics, mapping: personInput(analytics, body.mapping ?? mappingOf(row), events) });
  const saved = body.scheduler === undefined ? undefined : await findPrediction(tx, row.id, false);
  if (saved !== undefined) await reschedule(tx, saved);
  return undefined;
}

/** An invalid number is that of no model. */
function numberOf(text: string): number {
  return /^[1-9][0-9]{0,8}$/.test(text) ? Number(text) : 0;
}

function linksBeside(actor: Actor, row: PredictionRow, rel: string) {
  const { [rel]: self, self: prediction } = predictionLinks(actor, row);
  return { ...(self === undefined ? {} : { self }), ...(prediction === undefined ? {} : { prediction }) };
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findPrediction(tx, id, false);
  return row === undefined ? refuse("PREDICTION_NOT_FOUND") : done(predictionResource(actor, row));
}
