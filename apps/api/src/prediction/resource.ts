import {
  linksOf,
  type Links,
  type List,
  type ModelReport,
  type ModelSummary,
  type PageQuery,
  type PredictionFields,
  type PredictionSummary,
  type Resource,
  type ResourceStates,
} from "@airlock/contract";
import { listLinks, pageList, type Page } from "../http/page.ts";
import type { Actor } from "../identity/actor.ts";
import { summaryOf as modelSummaryOf, type ModelRow } from "./model-store.ts";
import { analyticsOf, driftOf, mappingOf, schedulerOf, scoresOf, settingsOf, type PredictionRow } from "./store.ts";

export function predictionState(row: PredictionRow): ResourceStates["prediction"] {
  return { type: row.type, status: row.status };
}

export function predictionLinks(actor: Actor, row: PredictionRow): Links {
  return linksOf("prediction", predictionState(row), { predictionId: row.id }, actor.permissions);
}

function summaryOf(row: PredictionRow): PredictionSummary {
  return {
    webSafeString: row.id,
    name: row.name,
    code: row.code,
    type: row.type,
    description: row.description,
    status: row.status,
    statusMessage: row.status_message,
    deployedModel: row.deployed_model,
    latestModel: row.latest_model,
    drift: driftOf(row),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    revision: row.revision,
  };
}

export function predictionResource(actor: Actor, row: PredictionRow): Resource<PredictionFields> {
  const mapping = mappingOf(row);
  const names = new Map(mapping.columns.map(({ key, name }) => [key, name]));
  return {
    _embedded: {
      ...summaryOf(row),
      trainingDatasource: row.training_datasource_id,
      testDatasource: row.test_datasource_id,
      evaluationDatasource: row.evaluation_datasource_id,
      eventsDatasource: row.events_datasource_id,
      mapping,
      settings: settingsOf(row),
      scheduler: schedulerOf(row),
      analytics: analyticsOf(row),
      nextRun: row.next_run_at?.toISOString() ?? null,
      scores: scoresOf(row),
      trainingInputFields: mapping.selectedRowKeys.flatMap((key) => names.get(key) ?? []),
    },
    _links: predictionLinks(actor, row),
  };
}

export function predictionList(actor: Actor, query: PageQuery, page: Page<PredictionRow>): List<PredictionSummary> {
  const self = linksOf("profile", {}, {}, actor.permissions)["predictions"];
  return pageList(
    page.rows.map((row) => ({ _embedded: summaryOf(row), _links: predictionLinks(actor, row) })),
    page,
    listLinks(self, query, page),
  );
}

export function modelLinks(actor: Actor, predictionId: string, number: number): Links {
  return linksOf("model", {}, { predictionId, number: String(number) }, actor.permissions);
}

export function modelResource(actor: Actor, predictionId: string, report: ModelReport): Resource<ModelReport> {
  return { _embedded: report, _links: modelLinks(actor, predictionId, report.number) };
}

export function modelList(
  actor: Actor,
  row: PredictionRow,
  query: Pick<PageQuery, "limit" | "after">,
  page: Page<ModelRow>,
): List<ModelSummary> {
  return pageList(
    page.rows.map((model) => ({
      _embedded: modelSummaryOf(model, row.deployed_model),
      _links: modelLinks(actor, row.id, model.number),
    })),
    page,
    listLinks(predictionLinks(actor, row)["models"], query, page),
  );
}
