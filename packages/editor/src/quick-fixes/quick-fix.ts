import type { Finding, FlowList } from "@airlock/flow";
import { done, type Command } from "../commands/command.ts";
import type { FlowDocument } from "../document/flow-document.ts";

/** A way to fix a finding, with the label of its button. */
export interface QuickFix {
  /** "Extend [540, 600) to 620". */
  readonly label: string;
  readonly command: Command;
  /** True if it fixes the finding for good and no previous decision would change: "Fix all" applies these. */
  readonly safe: boolean;
  /** Where the user enters a value that only the user can choose; the command then changes nothing. */
  readonly opens?: { readonly nodeId: string; readonly property: string };
}

export interface FixContext {
  readonly document: FlowDocument;
  readonly finding: Finding;
  readonly newId: () => string;
  /** The organisation's lists, as far as they are known. */
  readonly offeredLists: readonly FlowList[];
}

/** The fixes of one finding code, the best first. */
export type Fixer = (context: FixContext) => readonly QuickFix[];

export function safe(label: string, command: Command): QuickFix {
  return { label, command, safe: true };
}

export function daring(label: string, command: Command): QuickFix {
  return { label, command, safe: false };
}

/** Leads to the property where the repair is entered. */
export function opening(label: string, nodeId: string, property: string): QuickFix {
  return { ...daring(label, (document) => done(label, document)), opens: { nodeId, property } };
}
