import type { ColumnType, Generated } from "kysely";
import type { Stamped, Stamps, Time } from "./stamps.ts";

interface Pair {
  readonly organisation_id: string;
  readonly created_at: Stamped<Time>;
  readonly created_by: Stamped<string | null>;
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
  /** The last time the user opened this organisation, including page loads. Written only by functions of the database. */
  readonly last_entered_at: ColumnType<Date | null, never, never>;
  /** jsonb: read as a value, written as JSON text. */
  readonly dashboard: ColumnType<unknown, string | undefined, string>;
  /** Copied from its organisation, for lists. */
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

export interface S3AccountsTable extends Stamps {
  readonly organisation_id: string;
  readonly endpoint: string;
  readonly region: string;
  readonly access_key: string;
  readonly buckets: string[];
  readonly master_key: string;
  readonly sealed_data_key: Buffer;
  readonly sealed_secret_key: Buffer;
  readonly stored_by_name: Generated<string>;
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
