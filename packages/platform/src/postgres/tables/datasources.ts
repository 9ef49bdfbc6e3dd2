import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

export interface DatasourcesTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly type: "LinkedStorage" | "BigQuery" | "Postgres";
  readonly table_type: Generated<"predictiveAnalytics" | "custom">;
  readonly table_name: string;
  readonly project_id: Generated<string>;
  readonly dataset: Generated<string>;
  readonly bucket: Generated<string>;
  readonly object: Generated<string>;
  /** Of a Postgres table. Read as a value, written as JSON text, like `columns`. */
  readonly connection: ColumnType<unknown, string | null | undefined, never>;
  readonly columns: ColumnType<unknown, string, string>;
  readonly selected_columns: string[];
  readonly status: "importing" | "ready" | "failed" | "cancelled";
  /** bigint: the driver reads it as text. */
  readonly record_count: ColumnType<string | null, number | null | undefined, number | null>;
  readonly counted_at: Time | null;
  readonly profile: ColumnType<unknown, string | null | undefined, string | null>;
}

export interface ImportsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly datasource_id: string;
  readonly status: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  readonly form: ColumnType<unknown, string, never>;
  readonly generation: string;
  readonly total_bytes: ColumnType<string, number, number>;
  readonly bytes: ColumnType<string, number | undefined, number>;
  readonly place: ColumnType<unknown, string | undefined, string>;
  readonly rows: ColumnType<string, number | undefined, number>;
  readonly rejected_rows: ColumnType<string, number | undefined, number>;
  readonly message: Generated<string>;
  readonly started_at: Time | null;
  readonly ended_at: Time | null;
}

export interface UploadsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly file_name: string;
  readonly object: string;
  readonly length: ColumnType<string, number, never>;
  readonly received: ColumnType<string, number | undefined, number>;
  readonly session: string;
}
