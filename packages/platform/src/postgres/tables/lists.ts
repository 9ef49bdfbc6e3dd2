import type { ColumnType, Generated } from "kysely";
import type { Stamps, Time } from "./stamps.ts";

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
