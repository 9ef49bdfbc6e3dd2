import type { PredictionRun } from "@airlock/contract";
import { findDatasource } from "../datasource/store.ts";
import { listLinks, pageList } from "../http/page.ts";
import type { Router } from "../http/router.ts";
import { done, refuse, isRefused } from "../outcome.ts";
import { lackingEvents } from "./check-analytics.ts";
import { isZone, unknownZone } from "./check.ts";
import { predictionLinks, predictionResource } from "./resource.ts";
import { listRuns, startScheduler, stopScheduler, type RunRow } from "./run-store.ts";
import { analyticsOf, findPrediction, updatePrediction } from "./store.ts";
import { predictionSubject } from "./subject.ts";

export function schedulerRoutes(router: Router): void {
  router.object("prediction.startScheduler", predictionSubject, async ({ actor, tx, body }, row) => {
    const scheduler = body?.scheduler;
    if (scheduler !== undefined && !isZone(scheduler.zone)) return refuse("INVALID_REQUEST", [unknownZone]);
    const events = row.events_datasource_id === null ? undefined : await findDatasource(tx, row.events_datasource_id, false);
    const problems = lackingEvents(analyticsOf(row), events);
    if (problems.length > 0) return refuse("PREDICTION_INCOMPLETE", problems);
    if (scheduler !== undefined) await updatePrediction(tx, row, { scheduler });
    await startScheduler(tx, row.id, body?.start ?? { action: "immediate", delayedHours: 0, delayedMinutes: 0 });
    const started = await findPrediction(tx, row.id, false);
    return started === undefined ? refuse("PREDICTION_NOT_FOUND") : done(predictionResource(actor, started));
  });

  router.object("prediction.stopScheduler", predictionSubject, async ({ actor, tx }, row) => {
    await stopScheduler(tx, row.id);
    const stopped = await findPrediction(tx, row.id, false);
    return stopped === undefined ? refuse("PREDICTION_NOT_FOUND") : done(predictionResource(actor, stopped));
  });

  router.object("prediction.runs", predictionSubject, async ({ actor, tx, query }, row) => {
    const page = await listRuns(tx, row.id, query);
    if (isRefused(page)) return page;
    const { runs, self } = predictionLinks(actor, row);
    const _links = self === undefined ? {} : { prediction: self };
    return done(
      pageList(
        page.rows.map((run) => ({ _embedded: runOf(run), _links })),
        page,
        listLinks(runs, query, page),
      ),
    );
  });
}

function runOf(row: RunRow): PredictionRun {
  return {
    number: row.number,
    planned: row.planned_at.toISOString(),
    started: row.started_at?.toISOString() ?? null,
    ended: row.ended_at?.toISOString() ?? null,
    status: row.status,
    trained: row.trained,
    model: row.model,
    persons: row.persons === null ? null : Number(row.persons),
    message: row.message,
  };
}
