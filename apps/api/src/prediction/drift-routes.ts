import type { DriftFields, DriftQuery, PredictionOutcomes } from "@airlock/contract";
import { liveColumns, liveQuality } from "@airlock/backend/executions";
import type { Tx } from "@airlock/platform/postgres";
import { columnsOf } from "../datasource/columns-of.ts";
import { findDatasource } from "../datasource/store.ts";
import { unlessUnavailable } from "../http/failure.ts";
import type { Router } from "../http/router.ts";
import type { Actor } from "../identity/actor.ts";
import { afterCommit, done, refuse, type Refused, isRefused } from "../outcome.ts";
import type { Parts } from "../parts.ts";
import { compareDays } from "./drift.ts";
import { findModel, readReport } from "./model-store.ts";
import { predictionLinks, predictionResource } from "./resource.ts";
import { driftOf, findPrediction, type PredictionRow } from "./store.ts";
import { predictionSubject } from "./subject.ts";
import { listAlerts, readWatch, setOutcomes, setWatch } from "./watch-store.ts";

const dayMillis = 86_400_000;
const usualDays = 30;
const maxDays = 366;
/** The range of times that ClickHouse accepts. */
const earliest = Date.UTC(1970, 0, 1);
const latest = Date.UTC(2100, 0, 1);

export function driftRoutes(router: Router, parts: Parts): void {
  router.object("prediction.drift", predictionSubject, async ({ actor, tx, query, signal }, row) => {
    const range = readDays(query, Date.now());
    if (isRefused(range)) return range;
    const number = query.model ?? row.deployed_model;
    const model = number === null ? undefined : await findModel(tx, row.id, number);
    if (number !== null && model === undefined) return refuse("MODEL_NOT_FOUND");
    const report = model === undefined ? undefined : await readReport(tx, row.id, model, row.deployed_model);
    const { threshold, notify, outcomes } = await readWatch(tx, row.id);
    const fields = {
      model: number,
      start: `${range.first}T00:00:00.000Z`,
      end: `${range.last}T23:59:59.999Z`,
      threshold,
      notify,
      drift: driftOf(row),
      alerts: await listAlerts(tx, row.id, range.first, range.last),
      outcomes,
    };
    const _links = linksBeside(actor, row);
    if (report === undefined || number === null) {
      const quality = { metric: "", higherIsBetter: true, days: [] };
      return done({ _embedded: { ...fields, counted: null, days: [], columns: [], quality } satisfies DriftFields, _links });
    }
    // After the transaction, so that a slow count holds no Postgres connection.
    return afterCommit(() =>
      unlessUnavailable(parts.log, "STATISTICS_UNAVAILABLE", async () => {
        const question = { organisationId: actor.organisationId, predictionId: row.id, model: number, ...range };
        const clickhouse = parts.clickhouse.forOrganisation(actor.organisationId, signal);
        const live = await liveColumns(clickhouse, question);
        const quality = outcomes === null ? [] : await liveQuality(clickhouse, question, report.objective);
        const { name, value, higherIsBetter } = report.metric;
        const counted = live.reduce((last, one) => Math.max(last, one.counted), 0);
        const _embedded: DriftFields = {
          ...fields,
          counted: counted === 0 ? null : new Date(counted).toISOString(),
          ...compareDays(report, live),
          quality: { metric: name, higherIsBetter, days: quality.map((one) => ({ ...one, reportMetric: value })) },
        };
        return done({ _embedded, _links });
      }),
    );
  });

  router.object("prediction.watch", predictionSubject, async ({ actor, tx, body, ids }, row) => {
    await setWatch(tx, actor, row.id, body);
    await parts.jobs.send(tx, "prediction.judge", { organisationId: actor.organisationId, predictionId: row.id }, ids);
    return read(tx, actor, row.id);
  });

  router.object("prediction.outcomes", predictionSubject, async ({ actor, tx, body }, row) => {
    const wrong = body === null ? undefined : await wrongOutcomes(tx, body);
    if (wrong !== undefined) return wrong;
    await setOutcomes(tx, actor, row.id, body);
    return read(tx, actor, row.id);
  });
}

async function wrongOutcomes(tx: Tx, { datasourceId, keyColumn, labelColumn }: PredictionOutcomes): Promise<Refused | undefined> {
  const datasource = await findDatasource(tx, datasourceId, false);
  if (datasource === undefined) return refuse("DATASOURCE_NOT_FOUND");
  const wrong = (field: string, code: string, message: string) => refuse("INVALID_REQUEST", [{ field, code, message }]);
  if (datasource.type !== "LinkedStorage") {
    return wrong("datasourceId", "unusable", `${datasource.name} stays in ${datasource.type}. Import its rows as a file first.`);
  }
  if (datasource.status !== "ready") {
    return wrong("datasourceId", "unusable", `${datasource.name} has no records: its import is not finished, failed or was cancelled.`);
  }
  const held = columnsOf(datasource.columns).filter(({ name }) => datasource.selected_columns.includes(name));
  for (const [field, key] of [
    ["keyColumn", keyColumn],
    ["labelColumn", labelColumn],
  ] as const) {
    if (!held.some((column) => column.key === key)) return wrong(field, "unknown", `${datasource.name} has no column with the key ${key}.`);
  }
  if (keyColumn === labelColumn) return wrong("labelColumn", "twice", "The outcome column cannot be the key, too.");
  return undefined;
}

interface Days {
  readonly first: string;
  readonly last: string;
}

function readDays(query: Pick<DriftQuery, "start" | "end">, now: number): Days | Refused {
  const to = query.end === "-" ? now : Date.parse(query.end);
  const from = query.start === "-" ? to - (usualDays - 1) * dayMillis : Date.parse(query.start);
  const invalid = (message: string) => refuse("INVALID_REQUEST", [{ field: "start", code: "invalid", message }]);
  if (!(from <= to)) return invalid("The start must be before the end.");
  if (from < earliest || to >= latest) return invalid("Ask for a time between 1970 and 2100.");
  if (to - from > maxDays * dayMillis) return invalid(`Ask for ${maxDays} days at most.`);
  return { first: new Date(from).toISOString().slice(0, 10), last: new Date(to).toISOString().slice(0, 10) };
}

function linksBeside(actor: Actor, row: PredictionRow) {
  const { drift: self, self: prediction, outcomes } = predictionLinks(actor, row);
  return {
    ...(self === undefined ? {} : { self }),
    ...(prediction === undefined ? {} : { prediction }),
    ...(outcomes === undefined ? {} : { outcomes }),
  };
}

async function read(tx: Tx, actor: Actor, id: string) {
  const row = await findPrediction(tx, id, false);
  return row === undefined ? refuse("PREDICTION_NOT_FOUND") : done(predictionResource(actor, row));
}
