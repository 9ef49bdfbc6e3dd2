import type { FlowDocument } from "../document/flow-document.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Selection } from "../selection/selection.ts";

/**
 * An edit. It takes a document and gives the one after it, with a name that people read in the undo menu, or says why not. It never
 * changes what it is given. Reverting is going back to the document before, which is kept and shares everything that was not
 * touched: so every command, also one that is yet to be written, is reverted exactly.
 */
export type Command = (document: FlowDocument) => Executed;

export type Executed = Done | { readonly ok: false; readonly refusal: Refusal };

export interface Done {
  readonly ok: true;
  /** "Move 3 nodes", "Delete Range Score (Debt burden)". */
  readonly name: string;
  readonly document: FlowDocument;
  /** What to select afterwards; the selection stays where this is left out. */
  readonly select?: Selection;
  /** Steps in a row that carry the same text here are one step of undo: typing in one property. */
  readonly mergeWith?: string;
}

export function done(name: string, document: FlowDocument, more: Pick<Done, "select" | "mergeWith"> = {}): Done {
  return { ok: true, name, document, ...more };
}

export function refused(refusal: Refusal): Executed {
  return { ok: false, refusal };
}
