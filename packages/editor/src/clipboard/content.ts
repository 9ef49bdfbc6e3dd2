import type { DatasetField, FieldSource, FlowLink, FlowList, FlowNode } from "@airlock/flow";

/** A copied selection: nodes without Start, the links between them, and the fields and lists that they refer to. */
export interface ClipboardContent {
  /** The solution it was copied from; empty where that is not known. */
  readonly solution: string;
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  readonly fields: Readonly<Record<FieldSource, readonly DatasetField[]>>;
  readonly lists: readonly FlowList[];
}

/** What makes a text on the clipboard ours. */
export const marker = "selection";
export const version = 1;
