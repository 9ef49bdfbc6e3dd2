import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

export interface PredictionsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly code: string;
  readonly type: "standard" | "analyticsPrediction";
  readonly description: Generated<string>;
  readonly status: "configuring" | "training" | "trained" | "failed" | "schedulerStopped" | "schedulerRunning";
  readonly status_message: Generated<string>;
  readonly training_datasource_id: string | null;
  readonly test_datasource_id: string | null;
  readonly evaluation_datasource_id: string | null;
  readonly events_datasource_id: string | null;
  /** json: read as values, written as JSON text. */
  readonly mapping: ColumnType<unknown, string | undefined, string>;
  readonly settings: ColumnType<unknown, string | undefined, string>;
  readonly scheduler: ColumnType<unknown, string | undefined, string>;
  readonly analytics: ColumnType<unknown, string | undefined, string>;
  readonly next_run_at: Time | null;
  readonly scheduled_from: Time | null;
  readonly deployed_model: number | null;
  readonly latest_model: number | null;
}

export interface TrainingJobsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly prediction_id: string;
  readonly number: number;
  readonly status: Generated<"waiting" | "training" | "trained" | "failed" | "cancelled">;
  readonly config: ColumnType<unknown, string, never>;
  readonly tries: Generated<number>;
  readonly iteration: Generated<number>;
  readonly iterations: Generated<number>;
  readonly rows: ColumnType<string | null, number | null | undefined, number | null>;
  readonly curve: ColumnType<unknown, string | undefined, string>;
  readonly stages: ColumnType<unknown, string | undefined, string>;
  readonly search: ColumnType<unknown, string | null | undefined, string | null>;
  readonly log: ColumnType<unknown, string | undefined, string>;
  readonly message: Generated<string>;
  readonly model: number | null;
  readonly metric: ColumnType<unknown, string | null | undefined, string | null>;
  readonly told_at: Generated<Time>;
  readonly ended_at: Time | null;
}

export interface PredictionModelsTable {
  readonly organisation_id: string;
  readonly prediction_id: string;
  readonly number: number;
  readonly training_job_id: string;
  readonly objective: "binary" | "multiclass" | "regression";
  readonly hash: string;
  readonly rows_hash: string;
  readonly rows: ColumnType<string, number, never>;
  readonly metric: ColumnType<unknown, string, never>;
  readonly report: ColumnType<unknown, string, never>;
  readonly artefact: Buffer;
  readonly created_at: Generated<Time>;
  readonly created_by: string | null;
}

export interface PredictionRunsTable {
  readonly id: string;
  readonly organisation_id: string;
  readonly prediction_id: string;
  readonly number: number;
  readonly status: Generated<"waiting" | "running" | "done" | "failed" | "missed">;
  readonly planned_at: Time;
  readonly started_at: Time | null;
  readonly ended_at: Time | null;
  readonly tries: Generated<number>;
  readonly as_of: Time | null;
  readonly ground: string | null;
  readonly training_job_id: string | null;
  readonly trained: Generated<boolean>;
  readonly model: number | null;
  readonly persons: ColumnType<string | null, number | null | undefined, number | null>;
  readonly message: Generated<string>;
  readonly created_at: Generated<Time>;
}

export interface PredictionScoresTable {
  readonly organisation_id: string;
  readonly prediction_id: string;
  readonly number: number;
  readonly model: number;
  readonly run_id: string;
  readonly as_of: Time;
  readonly persons: ColumnType<string, number, never>;
  readonly hash: string;
  readonly artefact: Buffer;
  readonly created_at: Generated<Time>;
}

export interface PredictionWatchesTable extends Stamps {
  readonly organisation_id: string;
  readonly prediction_id: string;
  readonly threshold: Generated<number>;
  readonly notify: Generated<boolean>;
  readonly outcomes_datasource_id: string | null;
  readonly outcomes_key: Generated<string>;
  readonly outcomes_label: Generated<string>;
  readonly outcomes_field: string | null;
  readonly outcomes_at: Time | null;
  readonly drift: ColumnType<unknown, string | undefined, string>;
  readonly judged_at: Generated<Time>;
}

export interface PredictionAlertsTable {
  readonly organisation_id: string;
  readonly prediction_id: string;
  readonly model: number;
  /** `YYYY-MM-DD`: read with to_char. */
  readonly day: ColumnType<Date, string, never>;
  readonly subject: "column" | "score";
  readonly column_name: string;
  readonly psi: number;
  readonly count: ColumnType<string, number, never>;
  readonly noticed_at: Generated<Time>;
  readonly wants_mail: boolean;
  readonly mailed_at: Time | null;
}
