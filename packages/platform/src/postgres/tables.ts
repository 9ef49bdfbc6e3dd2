/**
 * The tables of `database/postgres/` as Kysely sees them. Written by hand beside the commented SQL; an integration test compares
 * every column and its nullability with the migrated database, so that the two cannot drift apart.
 */
import type { ColumnType, Generated } from "kysely";

type Time = Date;
/** Set by the database's own default or trigger. */
type Stamped<T> = ColumnType<T, T | undefined, never>;

interface Stamps {
  readonly created_at: Stamped<Time>;
  readonly created_by: Stamped<string | null>;
  readonly updated_at: Stamped<Time>;
  readonly updated_by: Stamped<string | null>;
  readonly revision: Stamped<number>;
}

export interface OrganisationsTable extends Stamps {
  readonly id: string;
  readonly name: string;
  readonly code: string;
  readonly managed_by: string | null;
  readonly use_airlock: Generated<boolean>;
  readonly project_id: Generated<string>;
}

export interface UsersTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly type: "User" | "System account";
  readonly first_name: Generated<string>;
  readonly name: string;
  readonly description: Generated<string>;
  readonly email: string;
  readonly code: Generated<string>;
  readonly status: "invited" | "confirmed" | "declined" | "active" | "disabled";
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly last_login_at: Time | null;
  /** The last time this organisation was entered, which a page load does too. Written by functions of the database alone. */
  readonly last_entered_at: ColumnType<Date | null, never, never>;
  /** jsonb: read as a value, written as JSON text. */
  readonly dashboard: ColumnType<unknown, string | undefined, string>;
  /** Its organisation's, beside it for the lists. */
  readonly managed_by: Stamped<string | null>;
}

export interface ActivationKeysTable {
  readonly id: string;
  readonly organisation_id: string;
  readonly user_id: string;
  readonly hash: string;
  readonly expires_at: Time;
  readonly used_at: Time | null;
  readonly replaced_at: Generated<Time | null>;
  readonly created_at: Stamped<Time>;
}

export interface RolesTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly code: string;
  readonly permissions: Generated<string[]>;
}

interface Pair {
  readonly organisation_id: string;
  readonly created_at: Stamped<Time>;
  readonly created_by: Stamped<string | null>;
}

export interface UserRolesTable extends Pair {
  readonly user_id: string;
  readonly role_id: string;
}

export interface GroupsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly code: string;
  readonly managed_by: Stamped<string | null>;
}

export interface GroupMembersTable extends Pair {
  readonly group_id: string;
  readonly user_id: string;
}

export interface GroupRolesTable extends Pair {
  readonly group_id: string;
  readonly role_id: string;
}

export interface SolutionsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly deleted_at: Time | null;
  readonly group_id: string | null;
  /** The last save of its drawing. Written by a trigger alone. */
  readonly drawn_at: ColumnType<Date | null, never, never>;
  /** Made of the name where none is given. */
  readonly key: Generated<string>;
}

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

export interface RolloutsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly number: number;
  readonly kind: "shadow" | "split" | "ramp";
  readonly status: Generated<"running" | "promoted" | "ended" | "rolledBack">;
  readonly version_id: string;
  readonly live_version_id: string;
  /** Parts of 10,000. */
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

export interface ListsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly key_name: string;
  readonly key_type: "String" | "Integer" | "Date";
  /** jsonb: read as a value, written as JSON text. */
  readonly columns: ColumnType<unknown, string, never>;
  readonly number: Generated<number>;
  readonly rows: Generated<number>;
  readonly draft_added: Generated<number>;
  readonly draft_changed: Generated<number>;
  readonly draft_removed: Generated<number>;
  readonly draft_revision: Generated<number>;
}

export interface ListVersionsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly list_id: string;
  readonly number: number;
  readonly name: string;
  readonly effective_at: Time;
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly note: Generated<string>;
}

export interface ListRowsTable {
  readonly organisation_id: string;
  readonly list_id: string;
  readonly key: string;
  /** jsonb: read as a value, written as JSON text. */
  readonly cells: ColumnType<unknown, string, never>;
  readonly added_in: number;
  readonly removed_in: number | null;
}

export interface ListArtefactsTable {
  readonly organisation_id: string;
  readonly list_id: string;
  readonly number: number;
  readonly hash: string;
  readonly bytes: number;
  readonly artefact: Buffer;
}

export interface ListIncomingRowsTable {
  readonly organisation_id: string;
  readonly list_id: string;
  readonly row: number;
  readonly key: string;
  /** jsonb: read as a value, written as JSON text. */
  readonly cells: ColumnType<unknown, string, never>;
}

export interface VersionListsTable {
  readonly organisation_id: string;
  readonly version_id: string;
  readonly list_id: string;
  readonly pinned: number | null;
}

/** Written by triggers of `solutions` alone. */
export interface SolutionKeysTable {
  readonly organisation_id: string;
  readonly key: string;
  readonly solution_id: string;
  readonly until: Time | null;
}

export interface DefinitionsTable extends Stamps {
  readonly solution_id: string;
  readonly organisation_id: string;
  /** json: read as a value, written as JSON text. */
  readonly document: ColumnType<unknown, string, string>;
  readonly valid_runtime: boolean;
}

/** Written by a trigger alone. */
export interface SavesTable {
  readonly solution_id: ColumnType<string, never, never>;
  readonly revision: ColumnType<number, never, never>;
  readonly organisation_id: ColumnType<string, never, never>;
  readonly document: ColumnType<unknown, never, never>;
  readonly valid_runtime: ColumnType<boolean, never, never>;
  readonly saved_at: ColumnType<Time, never, never>;
  readonly saved_by: ColumnType<string | null, never, never>;
  readonly saved_by_name: ColumnType<string, never, never>;
}

export interface VersionsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly definition: ColumnType<string, string, never>;
  readonly hash: ColumnType<string, string, never>;
  readonly behaviour: ColumnType<number, number, never>;
  readonly desired: "serving" | "stopped" | null;
  readonly deployment_status: Generated<"notDeployed" | "serving" | "stopped" | "error">;
  readonly deployment_message: Generated<string>;
  readonly deleted_at: Time | null;
}

export interface KeysTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly hash: string;
  readonly expires_at: Time | null;
  readonly revoked_at: Time | null;
  readonly last_used_at: Time | null;
}

export interface ServiceAccountsTable extends Stamps {
  readonly organisation_id: string;
  readonly client_email: string;
  readonly project_id: string;
  readonly master_key: string;
  readonly sealed_data_key: Buffer;
  readonly sealed_file: Buffer;
  readonly uploaded_by_name: Generated<string>;
}

export interface SecretsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly hosts: string[];
  readonly master_key: string;
  readonly sealed_data_key: Buffer;
  readonly sealed_value: Buffer;
}

export interface DatasourcesTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly type: "LinkedStorage" | "BigQuery";
  readonly table_type: Generated<"predictiveAnalytics" | "custom">;
  readonly table_name: string;
  readonly project_id: Generated<string>;
  readonly dataset: Generated<string>;
  readonly bucket: Generated<string>;
  readonly object: Generated<string>;
  /** json: read as a value, written as JSON text. */
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

/** Written by triggers alone. */
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
  /** Null: without limit. */
  readonly days: number | null;
  /** A shorter retention that is not in effect yet; null for none. */
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
  readonly exports: ColumnType<unknown, string | undefined, string>;
  readonly swept_at: Time | null;
  readonly finished_at: Time | null;
}

export interface JobLeasesTable {
  readonly job_id: string;
  readonly organisation_id: string;
  readonly owner: string;
  readonly renewed_at: Generated<Time>;
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

export interface ComparisonsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  /** json: read as a value, written as JSON text. */
  readonly left_side: ColumnType<unknown, string, never>;
  readonly right_side: ColumnType<unknown, string, never>;
  readonly left_definition: string;
  readonly right_definition: string;
  /** Over past executions; null when it is over a datasource. */
  readonly executions_of: "left" | "right" | null;
  readonly start_at: Time | null;
  readonly end_at: Time | null;
  /** Over a datasource; null when it is over past executions. */
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

export interface VersionModelsTable {
  readonly organisation_id: string;
  readonly version_id: string;
  readonly prediction_id: string;
  readonly number: number;
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

export interface Tables {
  readonly organisations: OrganisationsTable;
  readonly users: UsersTable;
  readonly activation_keys: ActivationKeysTable;
  readonly roles: RolesTable;
  readonly user_roles: UserRolesTable;
  readonly groups: GroupsTable;
  readonly group_members: GroupMembersTable;
  readonly group_roles: GroupRolesTable;
  readonly solutions: SolutionsTable;
  readonly solution_keys: SolutionKeysTable;
  readonly releases: ReleasesTable;
  readonly release_policies: ReleasePoliciesTable;
  readonly release_requests: ReleaseRequestsTable;
  readonly release_request_events: ReleaseRequestEventsTable;
  readonly monitors: MonitorsTable;
  readonly firings: FiringsTable;
  readonly lists: ListsTable;
  readonly list_versions: ListVersionsTable;
  readonly list_rows: ListRowsTable;
  readonly list_artefacts: ListArtefactsTable;
  readonly list_incoming_rows: ListIncomingRowsTable;
  readonly version_lists: VersionListsTable;
  readonly rollouts: RolloutsTable;
  readonly definitions: DefinitionsTable;
  readonly saves: SavesTable;
  readonly versions: VersionsTable;
  readonly keys: KeysTable;
  readonly audit_entries: AuditEntriesTable;
  readonly service_accounts: ServiceAccountsTable;
  readonly secrets: SecretsTable;
  readonly retentions: RetentionsTable;
  readonly erasures: ErasuresTable;
  readonly exports: ExportsTable;
  readonly job_leases: JobLeasesTable;
  readonly comparisons: ComparisonsTable;
  readonly datasources: DatasourcesTable;
  readonly imports: ImportsTable;
  readonly uploads: UploadsTable;
  readonly predictions: PredictionsTable;
  readonly training_jobs: TrainingJobsTable;
  readonly prediction_models: PredictionModelsTable;
  readonly version_models: VersionModelsTable;
  readonly prediction_runs: PredictionRunsTable;
  readonly prediction_scores: PredictionScoresTable;
  readonly prediction_watches: PredictionWatchesTable;
  readonly prediction_alerts: PredictionAlertsTable;
  readonly experiments: ExperimentsTable;
  readonly experiment_results: ExperimentResultsTable;
}
