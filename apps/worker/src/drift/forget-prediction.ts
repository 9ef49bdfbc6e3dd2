import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";

/** Removes the counts of a deleted prediction. Idempotent. */
export function createForgetPrediction(clickhouse: ClickHouse) {
  return async ({ organisationId, predictionId }: JobData["prediction.forget"]): Promise<void> => {
    for (const table of ["prediction_hours", "prediction_outcomes"]) {
      await clickhouse.command(`DELETE FROM ${table} WHERE organisation = {organisation:String} AND prediction = {prediction:String}`, {
        organisation: organisationId,
        prediction: predictionId,
      });
    }
  };
}
