import type { Definition, FlowList } from "@airlock/flow";
import { isSameContent } from "../document/document-changes.ts";
import { documentOf, type FlowDocument } from "../document/flow-document.ts";
import { emptyHistory, type History } from "../history/history.ts";
import { nothing, type Selection } from "../selection/selection.ts";

/** A drag, or anything else that consists of many small edits and is one undo step. */
export interface Transaction {
  readonly base: FlowDocument;
  readonly selectedBefore: Selection;
  /** The name of its last edit; undefined before the first. */
  readonly name: string | undefined;
}

/** All that an editor shows, in one value: the diagram and the panels read the same. */
export interface EditorState {
  readonly document: FlowDocument;
  readonly selection: Selection;
  /** In percent. Saved with the definition, but neither a step of undo nor a change to save. */
  readonly zoom: number;
  /** The document as it was last saved or loaded. */
  readonly saved: FlowDocument;
  readonly history: History;
  readonly transaction: Transaction | undefined;
  /** The organisation's lists, if known: those that an edit names are added to the flow. */
  readonly offeredLists: readonly FlowList[];
}

export function openState(definition: Definition): EditorState {
  const document = documentOf(definition);
  const { zoom } = definition.solutionDefinition;
  return { document, selection: nothing, zoom, saved: document, history: emptyHistory, transaction: undefined, offeredLists: [] };
}

/** Whether there is something to save: undoing back to the saved state, or typing it again, counts as saved. */
export function isDirty(state: EditorState): boolean {
  return !isSameContent(state.saved, state.document);
}
