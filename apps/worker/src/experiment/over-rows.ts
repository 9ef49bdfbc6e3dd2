import type { Log } from "@airlock/platform";
import type { Postgres } from "@airlock/platform/postgres";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import type { RangeParts } from "./run-range.ts";

/** What whoever runs flows over the rows of a datasource needs. */
export interface OverRowsParts extends RangeParts {
  readonly postgres: Postgres;
  readonly rows: DatasourceRows;
  readonly log: Log;
  /** The process is stopping: the run goes on elsewhere. */
  readonly stopping: AbortSignal;
}
