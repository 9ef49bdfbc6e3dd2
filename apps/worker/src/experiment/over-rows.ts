import type { Log } from "@airlock/platform";
import type { Postgres } from "@airlock/platform/postgres";
import type { DatasourceRows } from "../rows/datasource-rows.ts";
import type { RangeParts } from "./run-range.ts";

/** Dependencies for running flows over the rows of a datasource. */
export interface OverRowsParts extends RangeParts {
  readonly postgres: Postgres;
  readonly rows: DatasourceRows;
  readonly log: Log;
  /** The process is stopping: another worker continues the run. */
  readonly stopping: AbortSignal;
}
