import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData } from "@airlock/platform/jobs";

/** Removes what was counted for a prediction that is gone. May be done twice. */
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
