/** Transitions of an editor's state. Pure: the same state and command always return the same next state. */
import type { Command, Done, Executed } from "../commands/command.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { settleLists } from "../document/settle-lists.ts";
import { settleSubFlows } from "../document/settle-sub-flows.ts";
import { record, settle, type Step } from "../history/history.ts";
import { existing, isSameSelection, type Selection } from "../selection/selection.ts";
import type { EditorState } from "./editor-state.ts";

export interface Transition {
  readonly state: EditorState;
  readonly executed: Executed;
}

/** Runs a command as one step. An open drag is committed first, as shown on the canvas. */
export function execute(before: EditorState, command: Command, limit: number): Transition {
  const state = commit(before, limit);
  const edited = command(state.document);
  if (!edited.ok) return { state: before, executed: edited };
  const executed =
    edited.document === state.document ? edited : { ...edited, document: settleLists(settleSubFlows(edited.document), state.offeredLists) };
  const selection = existing(executed.select ?? state.selection, executed.document);
  if (executed.document === state.document) return { state: { ...state, selection }, executed };
  const step: Step = {
    name: typedName(state, command, executed),
    before: state.document,
    after: executed.document,
    selectedBefore: state.selection,
    selectedAfter: selection,
    mergeWith: executed.mergeWith,
  };
  return { state: { ...state, document: executed.document, selection, history: record(state.history, step, limit) }, executed };
}

/** Continued typing is named from where it began: "Rename Debt burden to Debts", not "Rename Debt to Debts". */
function typedName(state: EditorState, command: Command, executed: Done): string {
  const last = state.history.done.at(-1);
  const isGoingOn = executed.mergeWith !== undefined && last?.mergeWith === executed.mergeWith && last.after === state.document;
  const whole = isGoingOn ? command(last.before) : executed;
  return whole.ok ? whole.name : executed.name;
}

export function begin(state: EditorState, limit: number): EditorState {
  const ready = commit(state, limit);
  return { ...ready, transaction: { base: ready.document, selectedBefore: ready.selection, name: undefined } };
}

/** Runs the command on the document from the start of the transaction, so that a drag is one move, not the sum of its steps. */
export function update(state: EditorState, command: Command): Transition {
  const { transaction } = state;
  if (transaction === undefined) throw new Error("update without begin: a transaction is opened by begin and closed by commit or cancel");
  const executed = command(transaction.base);
  if (!executed.ok) return { state, executed };
  const selection = existing(executed.select ?? transaction.selectedBefore, executed.document);
  return { state: { ...state, document: executed.document, selection, transaction: { ...transaction, name: executed.name } }, executed };
}

/** Commits the transaction as one step; none if nothing changed. */
export function commit(state: EditorState, limit: number): EditorState {
  const { transaction } = state;
  if (transaction === undefined) return state;
  const closed: EditorState = { ...state, transaction: undefined };
  if (transaction.name === undefined || transaction.base === state.document) return closed;
  const step: Step = {
    name: transaction.name,
    before: transaction.base,
    after: state.document,
    selectedBefore: transaction.selectedBefore,
    selectedAfter: state.selection,
    mergeWith: undefined,
  };
  return { ...closed, history: record(state.history, step, limit) };
}

export function cancel(state: EditorState): EditorState {
  const { transaction } = state;
  if (transaction === undefined) return state;
  return { ...state, document: transaction.base, selection: transaction.selectedBefore, transaction: undefined };
}

/** During a drag, undo cancels the drag. */
export function undo(state: EditorState): EditorState {
  if (state.transaction !== undefined) return cancel(state);
  const step = state.history.done.at(-1);
  if (step === undefined) return state;
  const history = { done: state.history.done.slice(0, -1), undone: [...state.history.undone, step] };
  return shown(state, step.before, step.selectedBefore, { ...state, history: settle(history) });
}

export function redo(state: EditorState): EditorState {
  const step = state.transaction === undefined ? state.history.undone.at(-1) : undefined;
  if (step === undefined) return state;
  const history = { done: [...state.history.done, step], undone: state.history.undone.slice(0, -1) };
  return shown(state, step.after, step.selectedAfter, { ...state, history: settle(history) });
}

/** Selecting something else ends the current typing step. */
export function select(state: EditorState, selection: Selection): EditorState {
  const next = existing(selection, state.document);
  return isSameSelection(next, state.selection) ? state : { ...state, selection: next, history: settle(state.history) };
}

function shown(state: EditorState, document: FlowDocument, selection: Selection, next: EditorState): EditorState {
  return { ...next, document, selection: existing(isSameSelection(selection, state.selection) ? state.selection : selection, document) };
}
