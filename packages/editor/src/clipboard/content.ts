import type { DatasetField, FieldSource, FlowLink, FlowList, FlowNode, SubFlow } from "@airlock/flow";

/** A copied selection: nodes without Start, the links between them, and the fields, lists and sub-flows that they refer to. */
export interface ClipboardContent {
  /** The solution it was copied from; empty where that is not known. */
  readonly solution: string;
  readonly nodes: readonly FlowNode[];
  readonly links: readonly FlowLink[];
  readonly fields: Readonly<Record<FieldSource, readonly DatasetField[]>>;
  readonly lists: readonly FlowList[];
  readonly subFlows: readonly SubFlow[];
}

/** What makes a text on the clipboard ours. */
export const marker = "selection";
export const version = 1;
