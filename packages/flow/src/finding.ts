/** A finding of the validator, or of executions (`production/`). Errors keep a definition from running; other levels do not. */
export interface Finding {
  readonly code: string;
  /** The validator reports errors and warnings, executions report information. */
  readonly level: "error" | "warning" | "info";
  /** The node, link or field it is about, where there is one. */
  readonly nodeId?: string;
  readonly linkId?: string;
  readonly fieldKey?: string;
  /** Which list or property of it (`ranges`), and which row, counted from 0. */
  readonly property?: string;
  readonly item?: number;
  /** Of a row of a table: which cell, inputs first, counted from 0. */
  readonly column?: number;
  /** Of a formula or a cell: the characters that it is about, as it is shown, from 0; `to` is behind the last. */
  readonly from?: number;
  readonly to?: number;
  /** The text of an input value. */
  readonly value?: string;
  /** A sentence about what is wrong and how to fix it. */
  readonly message: string;
}
