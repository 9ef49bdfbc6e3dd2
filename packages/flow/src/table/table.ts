import type { HitPolicy, TableInput, TableOutput, TableRow } from "../node-parts.ts";

/** A decision table without the node that it is in. */
export interface Table {
  readonly hitPolicy: HitPolicy;
  readonly inputColumns: readonly TableInput[];
  readonly outputColumns: readonly TableOutput[];
  readonly tableRows: readonly TableRow[];
  /** Used where no row matches: at most one row. */
  readonly defaultRows: readonly TableRow[];
}
