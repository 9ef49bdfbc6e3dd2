import type { DatasetField, FlowNode } from "@airlock/flow";

/** The properties of the selection, by the labels of its controls. */
export interface Form {
  /** Adds a row to a list: "condition", "band", "header". */
  readonly addRow: (what: string) => Promise<void>;
  readonly type: (label: string, text: string) => Promise<void>;
  readonly choose: (label: string, option: string) => Promise<void>;
  readonly press: (label: string) => Promise<void>;
  /** Rows of a score, as in a spreadsheet. */
  readonly fillTable: (what: "band" | "value", rows: readonly (readonly string[])[]) => Promise<void>;
}

/** One way of using the editor: with the mouse, or with the keyboard. */
export interface Hand {
  readonly form: Form;
  readonly addFields: (origin: "application" | "runtime", fields: readonly DatasetField[]) => Promise<void>;
  /** Adds a node after another, with a link of its own if the other already has a plain link; its properties are then open. */
  readonly addAfter: (source: string, node: FlowNode, isBeside: boolean) => Promise<void>;
  /** Does nothing if adding the node has already drawn the link. */
  readonly link: (source: string, target: string) => Promise<void>;
  /** Opens the properties of an existing link. */
  readonly openLink: (source: string, target: string) => Promise<void>;
  readonly save: () => Promise<void>;
}
