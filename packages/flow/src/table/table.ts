import type { HitPolicy, TableInput, TableOutput, TableRow } from "../node-parts.ts";

/** A decision table without the node that it is in. */
export interface Table {
  readonly hitPolicy: HitPolicy;
  readonly inputColumns: readonly TableInput[];
  readonly outputColumns: readonly TableOutput[];
  readonly tableRows: readonly TableRow[];
  /** What counts where no row matches: one row, or none. */
  readonly defaultRows: readonly TableRow[];
}
