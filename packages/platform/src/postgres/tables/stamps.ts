import type { ColumnType } from "kysely";

export type Time = Date;
/** Set by the database's own default or trigger. */
export type Stamped<T> = ColumnType<T, T | undefined, never>;

export interface Stamps {
  readonly created_at: Stamped<Time>;
  readonly created_by: Stamped<string | null>;
  readonly updated_at: Stamped<Time>;
  readonly updated_by: Stamped<string | null>;
  readonly revision: Stamped<number>;
}
