/**
 * The tables of `database/postgres/` as Kysely types. Written by hand next to the commented SQL; an integration test compares every column and its
 * nullability with the migrated database, so that they cannot diverge.
 */
import type { DatasourcesTable, ImportsTable, UploadsTable } from "./datasources.ts";
import type { ComparisonsTable, ExperimentResultsTable, ExperimentsTable } from "./experiments.ts";
import type { ListArtefactsTable, ListIncomingRowsTable, ListRowsTable, ListVersionsTable, ListsTable } from "./lists.ts";
import type { FiringsTable, MonitorsTable } from "./monitors.ts";
import type {
  ActivationKeysTable,
  GroupMembersTable,
  GroupRolesTable,
  GroupsTable,
  KeysTable,
  OrganisationsTable,
  RolesTable,
  S3AccountsTable,
  SecretsTable,
  ServiceAccountsTable,
  UserRolesTable,
  UsersTable,
} from "./people.ts";
import type {
  PredictionAlertsTable,
  PredictionModelsTable,
  PredictionRunsTable,
  PredictionScoresTable,
  PredictionWatchesTable,
  PredictionsTable,
  TrainingJobsTable,
} from "./predictions.ts";
import type { AuditEntriesTable, ErasuresTable, ExportsTable, JobLeasesTable, RetentionsTable } from "./records.ts";
import type { ReleasePoliciesTable, ReleaseRequestEventsTable, ReleaseRequestsTable, ReleasesTable, RolloutsTable } from "./releases.ts";
import type {
  DefinitionsTable,
  SavesTable,
  SolutionKeysTable,
  SolutionsTable,
  SubFlowUsesTable,
  VersionListsTable,
  VersionModelsTable,
  VersionsTable,
} from "./solutions.ts";

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
  readonly sub_flow_uses: SubFlowUsesTable;
  readonly rollouts: RolloutsTable;
  readonly definitions: DefinitionsTable;
  readonly saves: SavesTable;
  readonly versions: VersionsTable;
  readonly keys: KeysTable;
  readonly audit_entries: AuditEntriesTable;
  readonly service_accounts: ServiceAccountsTable;
  readonly s3_accounts: S3AccountsTable;
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
