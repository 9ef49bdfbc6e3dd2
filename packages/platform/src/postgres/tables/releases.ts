import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

export interface ReleasesTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly number: number;
  readonly version_id: string;
  readonly kind: "release" | "rollback";
  readonly reason: Generated<string>;
  readonly status: Generated<"scheduled" | "live" | "ended" | "cancelled" | "failed">;
  readonly begins_at: Generated<Time>;
  readonly live_at: Time | null;
  readonly confirmed_at: Time | null;
  readonly ended_at: Time | null;
  readonly message: Generated<string>;
}

export interface ReleasePoliciesTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string | null;
  readonly approvals: number;
  readonly own_approval: boolean;
  readonly bypass: boolean;
  readonly executions: number;
  /** jsonb: read as a value, written as JSON text. */
  readonly gates: ColumnType<unknown, string, string>;
  readonly datasource: ColumnType<unknown, string | null, string | null>;
}

export interface ReleaseRequestsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly number: number;
  readonly version_id: string;
  readonly description: Generated<string>;
  readonly status: Generated<"open" | "released" | "rejected" | "withdrawn">;
  readonly live_version_id: string | null;
  readonly gates_run: Generated<number>;
  readonly gates_state: Generated<"running" | "done">;
  readonly gates_at: Time | null;
  /** jsonb: read as a value, written as JSON text. */
  readonly gates: ColumnType<unknown, string | undefined, string>;
  readonly comparison_id: string | null;
  readonly datasource_comparison_id: string | null;
  readonly datasource_problem: Generated<string>;
  readonly release_id: string | null;
  /** jsonb: read as a value, written as JSON text. Null while it is open, and of requests that ended before there was this column. */
  readonly ended_policy: ColumnType<unknown, string | null | undefined, string>;
}

export interface ReleaseRequestEventsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly request_id: string;
  readonly kind: "comment" | "approved" | "rejected" | "replaced" | "gates" | "withdrawn" | "released" | "bypassed";
  readonly text: Generated<string>;
  readonly version_id: string;
  readonly is_void: Generated<boolean>;
}

export interface RolloutsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly number: number;
  readonly kind: "shadow" | "split" | "ramp";
  readonly status: Generated<"running" | "promoted" | "ended" | "rolledBack">;
  readonly version_id: string;
  readonly live_version_id: string;
  /** In units of 1/10,000. */
  readonly share: number;
  readonly field: string | null;
  /** jsonb: read as a value, written as JSON text. */
  readonly steps: ColumnType<unknown, string | undefined, string>;
  readonly step: Generated<number>;
  readonly step_at: Time | null;
  readonly guards: ColumnType<unknown, string | undefined, string>;
  readonly guard_states: ColumnType<unknown, string | undefined, string>;
  readonly known_outcome: ColumnType<unknown, string | null | undefined, string | null>;
  readonly reason: Generated<string>;
  readonly message: Generated<string>;
  readonly request_id: string | null;
  readonly release_id: string | null;
  readonly began_at: Time | null;
  readonly ended_at: Time | null;
}
