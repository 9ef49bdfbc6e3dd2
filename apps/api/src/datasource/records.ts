import type { DatasourceMetadata } from "@airlock/contract";
import type { Refused } from "../outcome.ts";

/** The records of a datasource, wherever they are kept. */
export interface Records {
  readonly count: () => Promise<number | Refused>;
  /** `keys` of the columns whose cost is wanted; all without. */
  readonly metadata: (keys?: readonly string[]) => Promise<DatasourceMetadata | Refused>;
}
