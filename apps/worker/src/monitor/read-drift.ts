import { modelReport } from "@airlock/contract";
import { liveColumns } from "@airlock/backend/executions";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { Postgres } from "@airlock/platform/postgres";
import { judgeDays } from "../drift/judge-days.ts";
import type { Measured } from "./measure.ts";

const reported = modelReport.pick({ columns: true, scores: true });
const dayMillis = 86_400_000;

/**
 * The largest PSI among the inputs and the score of the deployed model, today or yesterday: of the latest day with enough decisions. Computed from
 * the hourly counts of drift, so it is as recent as those.
 */
export async function readDrift(
  { postgres, clickhouse }: { readonly postgres: Postgres; readonly clickhouse: ClickHouse },
  organisationId: string,
  predictionId: string,
  at: Date,
): Promise<Measured> {
  const trained = await postgres.inOrganisation({ organisationId, userId: null }, (tx) =>
    tx
      .selectFrom("predictions")
      .innerJoin("prediction_models", (join) =>
        join
          .onRef("prediction_models.prediction_id", "=", "predictions.id")
          .onRef("prediction_models.number", "=", "predictions.deployed_model"),
      )
      .where("predictions.id", "=", predictionId)
      .select(["prediction_models.number", "prediction_models.report"])
      .executeTakeFirst(),
  );
  if (trained === undefined) return { value: null, decisions: 0 };
  const [first, last] = [dayOf(at.getTime() - dayMillis), dayOf(at.getTime())];
  const live = await liveColumns(clickhouse, { organisationId, predictionId, model: trained.number, first, last });
  // A threshold below any PSI, so that every column with enough decisions is included.
  const day = judgeDays(reported.parse(trained.report), live, -1).at(-1);
  if (day === undefined || day.moved.length === 0) return { value: null, decisions: 0 };
  return { value: Math.max(...day.moved.map(({ psi }) => psi)), decisions: Math.max(...day.moved.map(({ count }) => count)) };
}

function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}
