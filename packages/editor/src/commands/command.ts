import type { FlowDocument } from "../document/flow-document.ts";
import type { Refusal } from "../rules/refusal.ts";
import type { Selection } from "../selection/selection.ts";

/**
 * An edit: a pure function from a document to the next one, with a name for the undo menu, or to the reason why it is refused. Undo returns
 * to the previous document, which is kept and shares all unchanged parts, so every command is reverted exactly without code of its own.
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
  /** Says it in the past, for commands that are confirmed by a message. */
  readonly confirmation?: string;
  /** Steps in a row that carry the same text here are one step of undo: typing in one property. */
  readonly mergeWith?: string;
}

export function done(name: string, document: FlowDocument, more: Pick<Done, "select" | "confirmation" | "mergeWith"> = {}): Done {
  return { ok: true, name, document, ...more };
}

export function refused(refusal: Refusal): Executed {
  return { ok: false, refusal };
}
