import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

export interface ExperimentsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly code: Generated<string>;
  readonly solution_id: string | null;
  readonly version_id: string | null;
  readonly datasource_id: string | null;
  /** json: read as a value, written as JSON text. */
  readonly field_mapping: ColumnType<unknown, string | undefined, string>;
  readonly records: Generated<"first" | "all">;
  readonly carry: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
}

export interface ExperimentResultsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly experiment_id: string;
  readonly status: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  readonly message: Generated<string>;
  readonly records: "first" | "all";
  readonly solution_id: string;
  readonly solution_name: string;
  readonly version_id: string | null;
  readonly version_name: string | null;
  readonly solution_revision: number | null;
  readonly definition: string;
  readonly solution_hash: string;
  readonly behaviour: number;
  readonly datasource_id: string;
  /** json: read as values, written as JSON text. */
  readonly datasource: ColumnType<unknown, string, never>;
  readonly field_mapping: ColumnType<unknown, string, never>;
  /** bigint: the driver reads it as text. */
  readonly range_rows: ColumnType<string, number, never>;
  readonly next_row: ColumnType<string, number | undefined, number>;
  readonly rows: ColumnType<string, number | undefined, number>;
  readonly total_rows: ColumnType<string | null, number | null | undefined, number | null>;
  readonly layout: ColumnType<unknown, string | null | undefined, string | null>;
  readonly fields: ColumnType<unknown, string | null | undefined, string | null>;
  readonly outcomes: ColumnType<unknown, string | null | undefined, string | null>;
  readonly graph: ColumnType<unknown, string | null | undefined, string | null>;
  readonly started_at: Time | null;
  readonly ended_at: Time | null;
}

export interface ComparisonsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  /** json: read as a value, written as JSON text. */
  readonly left_side: ColumnType<unknown, string, never>;
  readonly right_side: ColumnType<unknown, string, never>;
  readonly left_definition: string;
  readonly right_definition: string;
  /** For past executions; null for a datasource. */
  readonly executions_of: "left" | "right" | null;
  readonly start_at: Time | null;
  readonly end_at: Time | null;
  /** For a datasource; null for past executions. */
  readonly datasource_id: string | null;
  readonly datasource: ColumnType<unknown, string | null, never>;
  readonly field_mapping: ColumnType<unknown, string | null, never>;
  readonly records: Generated<"first" | "all">;
  readonly range_rows: ColumnType<string, never, never>;
  readonly next_row: ColumnType<string, never, number>;
  readonly layouts: ColumnType<unknown, string | null | undefined, string | null>;
  readonly outcome_field: string | null;
  readonly status: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  readonly message: Generated<string>;
  /** bigint: the driver reads it as text. */
  readonly rows: ColumnType<string, number | undefined, number>;
  readonly total_rows: ColumnType<string | null, number | null | undefined, number | null>;
  readonly position: ColumnType<unknown, string | null | undefined, string | null>;
  readonly summary: ColumnType<unknown, string, string>;
  readonly finished_at: Time | null;
}
