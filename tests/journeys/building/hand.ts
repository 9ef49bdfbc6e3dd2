import type { DatasetField, FlowNode } from "@airlock/flow";

/** The properties of what is selected, by the names that its controls have. */
export interface Form {
  /** Adds a row to a list: "condition", "band", "header". */
  readonly addRow: (what: string) => Promise<void>;
  readonly type: (label: string, text: string) => Promise<void>;
  readonly choose: (label: string, option: string) => Promise<void>;
  readonly press: (label: string) => Promise<void>;
  /** Rows of a score, as a spreadsheet has them. */
  readonly fillTable: (what: "band" | "value", rows: readonly (readonly string[])[]) => Promise<void>;
}

/** One way of working with the editor: with the mouse, or with keys. */
export interface Hand {
  readonly form: Form;
  readonly addFields: (origin: "application" | "runtime", fields: readonly DatasetField[]) => Promise<void>;
  /** A node that follows another, on a link of its own where the other has a plain link already; its properties are open then. */
  readonly addAfter: (source: string, node: FlowNode, isBeside: boolean) => Promise<void>;
  /** Where adding the node has drawn the link already, nothing is left to do. */
  readonly link: (source: string, target: string) => Promise<void>;
  /** The properties of a link that stands. */
  readonly openLink: (source: string, target: string) => Promise<void>;
  readonly save: () => Promise<void>;
}
