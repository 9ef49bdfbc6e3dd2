import type { Log } from "@airlock/platform";
import type { ClickHouse } from "@airlock/platform/clickhouse";
import type { JobData, Jobs } from "@airlock/platform/jobs";
import type { Mailer } from "@airlock/platform/mail";
import type { Postgres } from "@airlock/platform/postgres";
import { createForgetPrediction } from "./forget-prediction.ts";
import { judgePrediction } from "./judge-prediction.ts";
import { createSendDriftMail } from "./send-drift-mail.ts";
import { watchPredictions } from "./watch-predictions.ts";

/** Jobs for predictions that live decisions use. */
export interface LivePredictions {
  readonly judge: (jobs: Pick<Jobs, "send">, job: JobData["prediction.judge"]) => Promise<void>;
  readonly tell: (job: JobData["prediction.drifted"]) => Promise<void>;
  readonly forget: (job: JobData["prediction.forget"]) => Promise<void>;
  readonly watch: (jobs: Pick<Jobs, "send">) => { readonly stop: () => Promise<void> };
}

export interface LivePredictionsOptions {
  readonly postgres: Postgres;
  readonly clickhouse: ClickHouse;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly log: Log;
}

export function createLivePredictions(options: LivePredictionsOptions): LivePredictions {
  return {
    judge: (jobs, { organisationId, predictionId }) => judgePrediction({ ...options, jobs }, organisationId, predictionId),
    tell: createSendDriftMail(options),
    forget: createForgetPrediction(options.clickhouse),
    watch: (jobs) => watchPredictions({ ...options, jobs }),
  };
}
