import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

/** Written only by triggers. */
export interface AuditEntriesTable {
  readonly organisation_id: ColumnType<string, never, never>;
  /** bigint: the driver reads it as text. */
  readonly number: ColumnType<string, never, never>;
  readonly id: ColumnType<string, never, never>;
  readonly at: ColumnType<Time, never, never>;
  readonly actor_id: ColumnType<string | null, never, never>;
  readonly actor_name: ColumnType<string, never, never>;
  readonly noun: ColumnType<string, never, never>;
  readonly record_id: ColumnType<string, never, never>;
  readonly record_name: ColumnType<string, never, never>;
  readonly change: ColumnType<"created" | "updated" | "deleted", never, never>;
  readonly changed: ColumnType<string[], never, never>;
  readonly before: ColumnType<Record<string, unknown> | null, never, never>;
  readonly after: ColumnType<Record<string, unknown> | null, never, never>;
  readonly correlation_id: ColumnType<string | null, never, never>;
  readonly managed_by: ColumnType<string | null, never, never>;
  readonly previous_hash: ColumnType<string, never, never>;
  readonly hash: ColumnType<string, never, never>;
}

export interface RetentionsTable extends Stamps {
  readonly organisation_id: string;
  /** Null for no limit. */
  readonly days: number | null;
  /** A shorter retention that is not in effect yet; null if there is none. */
  readonly next_days: number | null;
  readonly next_at: Time | null;
}

export interface ErasuresTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string | null;
  readonly field: string;
  readonly salt: string;
  readonly hash: string;
  readonly status: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  readonly begins_at: Generated<Time>;
  readonly cancelled_at: Time | null;
  readonly message: Generated<string>;
  readonly versions: Generated<number>;
  readonly versions_done: Generated<number>;
  readonly erased: Generated<number>;
  /** json: read as a value, written as JSON text. */
  readonly erasing: ColumnType<unknown, undefined, string | null>;
  /** json: read as a value, written as JSON text. */
  readonly exports: ColumnType<unknown, string | undefined, string>;
  readonly swept_at: Time | null;
  readonly finished_at: Time | null;
}

export interface ExportsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly format: "csv" | "parquet";
  /** json: read as a value, written as JSON text. */
  readonly filters: ColumnType<unknown, string, never>;
  readonly status: Generated<"waiting" | "running" | "done" | "failed" | "cancelled">;
  readonly message: Generated<string>;
  /** bigint: the driver reads it as text. */
  readonly rows: ColumnType<string, number | undefined, number>;
  readonly total_rows: ColumnType<string | null, number | null | undefined, number | null>;
  readonly bytes: ColumnType<string | null, number | null | undefined, number | null>;
  readonly object: string | null;
  readonly finished_at: Time | null;
  readonly expires_at: Time | null;
}

export interface JobLeasesTable {
  readonly job_id: string;
  readonly organisation_id: string;
  readonly owner: string;
  readonly renewed_at: Generated<Time>;
}
