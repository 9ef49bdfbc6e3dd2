import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

export interface MonitorsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly name: string;
  /** jsonb: read as a value, written as JSON text. */
  readonly measure: ColumnType<unknown, string, string>;
  readonly rule: ColumnType<unknown, string, string>;
  readonly window_minutes: number;
  readonly min_decisions: number;
  readonly notify_users: Generated<string[]>;
  readonly notify_groups: Generated<string[]>;
  readonly muted_until: Time | null;
  readonly judgement: Generated<"waiting" | "inside" | "outside" | "tooFew" | "noHistory">;
  readonly value: number | null;
  readonly decisions: number | null;
  readonly usual: ColumnType<unknown, string | null | undefined, string | null>;
  readonly moved: ColumnType<unknown, string | null | undefined, string | null>;
  readonly points: ColumnType<unknown, string | undefined, string>;
  readonly judged_at: Time | null;
  readonly tried_at: Time | null;
  readonly unjudged_since: Time | null;
}

export interface FiringsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly monitor_id: string;
  readonly name: string;
  readonly began_at: Time;
  readonly ended_at: Time | null;
  readonly acknowledged_at: Time | null;
  readonly acknowledged_by: string | null;
  readonly value: number;
  readonly peak: number;
  readonly decisions: number;
  readonly usual: ColumnType<unknown, string | null | undefined, string | null>;
  readonly moved: ColumnType<unknown, string | null | undefined, string | null>;
  readonly inside_since: Time | null;
  readonly notified: ColumnType<unknown, string | undefined, string>;
  readonly points: ColumnType<unknown, string | undefined, string>;
}
