import { modelReport, usualDriftThreshold } from "@airlock/contract";
import { liveColumns } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Jobs } from "@airlock/platform/jobs";
import type { Postgres, Tx } from "@airlock/platform/postgres";
import { judgeDays, stateOf, type JudgedDay } from "./judge-days.ts";

export interface JudgeParts {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly jobs: Pick<Jobs, "send">;
}

const dayMillis = 86_400_000;
/** Number of days that are considered for the state and for notices. */
const daysBack = 31;
/** Days that ended earlier are shown but not mailed. */
const newsDays = 1;

const reported = modelReport.pick({ columns: true, scores: true });

/**
 * Compares new counts with training: stores one notice per column and day, creates a mail job in the same transaction, and stores the state that
 * lists show. The counts stay marked as not evaluated until the transaction is committed.
 */
export async function judgePrediction(
  { postgres, clickhouse, jobs }: JudgeParts,
  organisationId: string,
  predictionId: string,
  now = Date.now(),
): Promise<void> {
  const tenant = { organisationId, userId: null };
  const watch = await postgres.inOrganisation(tenant, (tx) => readWatch(tx, predictionId));
  if (watch === undefined) return;
  const [last, first] = [dayOf(now + dayMillis), dayOf(now - daysBack * dayMillis)];
  const changed = await clickhouse.query<{ readonly model: number; readonly counted: number }>(
    `SELECT model, toUnixTimestamp64Milli(max(h.counted)) AS counted FROM prediction_hours AS h
     WHERE organisation = {organisation:String} AND prediction = {prediction:String} AND h.counted > fromUnixTimestamp64Milli({judged:Int64})
     GROUP BY model`,
    { organisation: organisationId, prediction: predictionId, judged: watch.judged },
  );
  // Deploying another model or changing the threshold changes the state without a new count.
  const wanted = new Set([...changed.map(({ model }) => model), ...(watch.deployed === null ? [] : [watch.deployed])]);
  const judged = new Map<number, readonly JudgedDay[]>();
  for (const model of wanted) {
    const report = await postgres.inOrganisation(tenant, (tx) => readTraining(tx, predictionId, model));
    if (report === undefined) continue;
    const live = await liveColumns(clickhouse, { organisationId, predictionId, model, first, last });
    judged.set(model, judgeDays(report, live, watch.threshold));
  }
  await postgres.inOrganisation(tenant, async (tx) => {
    // Lock the prediction first, like every other transaction. It may have been deleted.
    const found = await tx.selectFrom("predictions").where("id", "=", predictionId).select("id").forUpdate().executeTakeFirst();
    if (found === undefined) return;
    const newsFrom = dayOf(now - newsDays * dayMillis);
    const alerts = [...judged].flatMap(([model, days]) =>
      days.flatMap(({ day, moved }) =>
        moved.map((one) => ({
          organisation_id: organisationId,
          prediction_id: predictionId,
          model,
          day,
          subject: one.of,
          column_name: one.column,
          psi: one.psi,
          count: one.count,
          wants_mail: watch.notify && day >= newsFrom,
          mailed_at: null,
        })),
      ),
    );
    const noticed =
      alerts.length === 0
        ? []
        : await tx
            .insertInto("prediction_alerts")
            .values(alerts)
            .onConflict((conflict) => conflict.doNothing())
            .returning("wants_mail")
            .execute();
    if (noticed.some(({ wants_mail }) => wants_mail)) await jobs.send(tx, "prediction.drifted", { organisationId, predictionId }, {});
    const drift = stateOf(watch.deployed === null ? [] : (judged.get(watch.deployed) ?? []));
    const judgedAt = Math.max(watch.judged, ...changed.map(({ counted }) => counted));
    const kept = { drift: JSON.stringify(drift), judged_at: new Date(judgedAt) };
    await tx
      .insertInto("prediction_watches")
      .values({ organisation_id: organisationId, prediction_id: predictionId, ...kept })
      .onConflict((conflict) => conflict.column("prediction_id").doUpdateSet(kept))
      .execute();
  });
}

interface Watched {
  readonly threshold: number;
  readonly notify: boolean;
  readonly deployed: number | null;
  /** The newest count that was evaluated, in milliseconds since the epoch. */
  readonly judged: number;
}

async function readWatch(tx: Tx, predictionId: string): Promise<Watched | undefined> {
  const row = await tx
    .selectFrom("predictions")
    .leftJoin("prediction_watches", "prediction_watches.prediction_id", "predictions.id")
    .where("predictions.id", "=", predictionId)
    .select(["deployed_model", "threshold", "notify", "judged_at"])
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { threshold, notify, deployed_model: deployed, judged_at } = row;
  return { threshold: threshold ?? usualDriftThreshold, notify: notify ?? true, deployed, judged: judged_at?.getTime() ?? 0 };
}

async function readTraining(tx: Tx, predictionId: string, number: number) {
  const row = await tx
    .selectFrom("prediction_models")
    .where("prediction_id", "=", predictionId)
    .where("number", "=", number)
    .select("report")
    .executeTakeFirst();
  return row === undefined ? undefined : reported.parse(row.report);
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
