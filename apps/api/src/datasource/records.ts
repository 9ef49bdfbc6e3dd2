import type { DatasourceMetadata } from "@airlock/contract";
import type { Refused } from "../outcome.ts";

/** Access to the rows of a datasource, wherever they are stored. */
export interface Records {
  readonly count: () => Promise<number | Refused>;
  /** `keys` of the columns whose cost is requested; all if undefined. */
  readonly metadata: (keys?: readonly string[]) => Promise<DatasourceMetadata | Refused>;
}
