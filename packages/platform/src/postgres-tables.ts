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
  readonly status: "invited" | "confirmed" | "active" | "disabled";
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly last_login_at: Time | null;
  /** jsonb: read as a value, written as JSON text. */
  readonly dashboard: ColumnType<unknown, string | undefined, string>;
}

export interface ActivationKeysTable {
  readonly id: string;
  readonly organisation_id: string;
  readonly user_id: string;
  readonly hash: string;
  readonly expires_at: Time;
  readonly used_at: Time | null;
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
}

export interface DefinitionsTable extends Stamps {
  readonly solution_id: string;
  readonly organisation_id: string;
  /** json: read as a value, written as JSON text. */
  readonly document: ColumnType<unknown, string, string>;
  readonly valid_runtime: boolean;
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
  readonly definitions: DefinitionsTable;
  readonly versions: VersionsTable;
  readonly keys: KeysTable;
}
