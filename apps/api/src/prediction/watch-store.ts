import { usualDriftThreshold, type DriftAlert, type DriftUpdate, type PredictionOutcomes } from "@airlock/contract";
import type { Tx } from "@airlock/platform/postgres";
import { sql } from "kysely";
import type { Actor } from "../identity/actor.ts";

/** The drift settings of a prediction. */
export interface Watch {
  readonly threshold: number;
  readonly notify: boolean;
  readonly outcomes: PredictionOutcomes | null;
}

export async function readWatch(tx: Tx, predictionId: string): Promise<Watch> {
  const row = await tx
    .selectFrom("prediction_watches")
    .where("prediction_id", "=", predictionId)
    .select(["threshold", "notify", "outcomes_datasource_id", "outcomes_key", "outcomes_label", "outcomes_field"])
    .executeTakeFirst();
  if (row === undefined) return { threshold: usualDriftThreshold, notify: true, outcomes: null };
  const { threshold, notify, outcomes_datasource_id: datasourceId } = row;
  const columns = { keyColumn: row.outcomes_key, labelColumn: row.outcomes_label, applicationField: row.outcomes_field };
  return { threshold, notify, outcomes: datasourceId === null ? null : { datasourceId, ...columns } };
}

export async function setWatch(tx: Tx, actor: Actor, predictionId: string, { threshold, notify }: DriftUpdate): Promise<void> {
  await put(tx, actor, predictionId, { threshold, notify });
}

export async function setOutcomes(tx: Tx, actor: Actor, predictionId: string, outcomes: PredictionOutcomes | null): Promise<void> {
  await put(tx, actor, predictionId, {
    outcomes_datasource_id: outcomes?.datasourceId ?? null,
    outcomes_key: outcomes?.keyColumn ?? "",
    outcomes_label: outcomes?.labelColumn ?? "",
    outcomes_field: outcomes?.applicationField ?? null,
    outcomes_at: outcomes === null ? null : new Date(),
  });
}

interface Changed {
  readonly threshold?: number;
  readonly notify?: boolean;
  readonly outcomes_datasource_id?: string | null;
  readonly outcomes_key?: string;
  readonly outcomes_label?: string;
  readonly outcomes_field?: string | null;
  readonly outcomes_at?: Date | null;
}

async function put(tx: Tx, { organisationId }: Actor, predictionId: string, changed: Changed): Promise<void> {
  await tx
    .insertInto("prediction_watches")
    .values({ organisation_id: organisationId, prediction_id: predictionId, ...changed })
    .onConflict((conflict) => conflict.column("prediction_id").doUpdateSet(changed))
    .execute();
}

const maxAlerts = 500;

/** Newest first, of all models. */
export async function listAlerts(tx: Tx, predictionId: string, first: string, last: string): Promise<DriftAlert[]> {
  const rows = await tx
    .selectFrom("prediction_alerts")
    .where("prediction_id", "=", predictionId)
    .where(sql<boolean>`day between ${first}::date and ${last}::date`)
    .select([
      "model",
      "subject",
      "column_name",
      "psi",
      "count",
      "noticed_at",
      "mailed_at",
      sql<string>`to_char(day, 'YYYY-MM-DD')`.as("on"),
    ])
    .orderBy("day", "desc")
    .orderBy("noticed_at", "desc")
    .orderBy("column_name")
    .limit(maxAlerts)
    .execute();
  return rows.map((row) => ({
    of: row.subject,
    column: row.column_name,
    day: row.on,
    at: row.noticed_at.toISOString(),
    model: row.model,
    psi: row.psi,
    count: Number(row.count),
    notified: row.mailed_at !== null,
  }));
}
