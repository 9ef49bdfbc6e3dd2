import type { FlowDocument } from "../document/flow-document.ts";
import { isSameContent } from "../document/document-changes.ts";
import type { Selection } from "../selection/selection.ts";

export const historyLimit = 50;

/** One step of undo. Documents share what they have in common, so fifty of them weigh little more than the changes. */
export interface Step {
  readonly name: string;
  readonly before: FlowDocument;
  readonly after: FlowDocument;
  /** The selection to restore. */
  readonly selectedBefore: Selection;
  readonly selectedAfter: Selection;
  readonly mergeWith: string | undefined;
}

export interface History {
  /** The last one is undone first. */
  readonly done: readonly Step[];
  /** The last one is redone first. */
  readonly undone: readonly Step[];
}

export const emptyHistory: History = { done: [], undone: [] };

/** A new edit clears what could be redone. One that continues the last step, letter by letter, becomes part of it. */
export function record(history: History, step: Step, limit: number): History {
  const last = history.done.at(-1);
  const continues = last !== undefined && step.mergeWith !== undefined && last.mergeWith === step.mergeWith && last.after === step.before;
  if (!continues) return { done: [...history.done, step].slice(-limit), undone: [] };
  const rest = history.done.slice(0, -1);
  // Typed and deleted again: nothing to undo.
  if (isSameContent(last.before, step.after)) return { done: rest, undone: [] };
  return { done: [...rest, { ...step, before: last.before, selectedBefore: last.selectedBefore }], undone: [] };
}

/** After this, further typing is a new step. */
export function settle(history: History): History {
  const last = history.done.at(-1);
  return last?.mergeWith === undefined ? history : { ...history, done: [...history.done.slice(0, -1), { ...last, mergeWith: undefined }] };
}
