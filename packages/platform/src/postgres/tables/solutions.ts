import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

export interface SolutionsTable extends Stamps {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  readonly description: Generated<string>;
  readonly deleted_at: Time | null;
  readonly group_id: string | null;
  /** The last save of its definition. Written only by a trigger. */
  readonly drawn_at: ColumnType<Date | null, never, never>;
  /** Derived from the name if none is given. */
  readonly key: Generated<string>;
}

/** Written only by triggers of `solutions`. */
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

/** Written only by a trigger. */
export interface SavesTable {
  readonly solution_id: ColumnType<string, never, never>;
  readonly revision: ColumnType<number, never, never>;
  readonly organisation_id: ColumnType<string, never, never>;
  /** Null for all but the latest 200. */
  readonly document: ColumnType<object | null, never, never>;
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
  /** Null for versions of earlier releases. */
  readonly draft_revision: ColumnType<number | null, number, never>;
  readonly desired: "serving" | "stopped" | null;
  readonly deployment_status: Generated<"notDeployed" | "serving" | "stopped" | "error">;
  readonly deployment_message: Generated<string>;
  readonly deleted_at: Time | null;
}

export interface VersionModelsTable {
  readonly organisation_id: string;
  readonly version_id: string;
  readonly prediction_id: string;
  readonly number: number;
}

export interface VersionListsTable {
  readonly organisation_id: string;
  readonly version_id: string;
  readonly list_id: string;
  readonly pinned: number | null;
}

export interface SubFlowUsesTable {
  readonly organisation_id: string;
  readonly solution_id: string;
  readonly version_id: string | null;
  readonly used_version_id: string;
  readonly direct: boolean;
}
