import { limits, type Definition, type FlowList } from "@airlock/flow";
import type { Command, Executed } from "../commands/command.ts";
import { definitionOf, documentOf } from "../document/flow-document.ts";
import { historyLimit, settle } from "../history/history.ts";
import type { Selection } from "../selection/selection.ts";
import { isDirty, openState, type EditorState } from "./editor-state.ts";
import { begin, cancel, commit, execute, redo, select, undo, update } from "./transitions.ts";
import { Watchers, type Watched } from "./watchers.ts";

export const zoomStep = 10;

/** One open solution: holds the state, runs commands, and notifies watchers. */
export class Editor {
  #state: EditorState;
  readonly #limit: number;
  readonly #watchers = new Watchers();

  constructor(definition: Definition, limit: number = historyLimit) {
    this.#state = openState(definition);
    this.#limit = limit;
  }

  get state(): EditorState {
    return this.#state;
  }

  /** The definition as it would be saved now. */
  get definition(): Definition {
    return definitionOf(this.#state.document, this.#state.zoom);
  }

  get isDirty(): boolean {
    return isDirty(this.#state);
  }

  /** The name of the step that undo would revert. */
  get undoName(): string | undefined {
    return this.#state.history.done.at(-1)?.name;
  }

  get redoName(): string | undefined {
    return this.#state.history.undone.at(-1)?.name;
  }

  execute(command: Command): Executed {
    const { state, executed } = execute(this.#state, command, this.#limit);
    this.#become(state);
    return executed;
  }

  /** Opens a transaction: `update` as often as the pointer moves, then `commit` or `cancel`. It becomes one step. */
  begin(): void {
    this.#become(begin(this.#state, this.#limit));
  }

  update(command: Command): Executed {
    const { state, executed } = update(this.#state, command);
    this.#become(state);
    return executed;
  }

  commit(): void {
    this.#become(commit(this.#state, this.#limit));
  }

  cancel(): void {
    this.#become(cancel(this.#state));
  }

  undo(): void {
    this.#become(undo(this.#state));
  }

  redo(): void {
    this.#become(redo(this.#state));
  }

  /** Typing ends here, as when a field loses the focus: further typing is a new step. */
  settle(): void {
    this.#become({ ...this.#state, history: settle(this.#state.history) });
  }

  select(selection: Selection): void {
    this.#become(select(this.#state, selection));
  }

  zoomTo(percent: number): void {
    const zoom = Math.min(limits.zoomMax, Math.max(limits.zoomMin, Math.round(percent)));
    if (zoom !== this.#state.zoom) this.#become({ ...this.#state, zoom });
  }

  /** The lists of the organisation that this user may see. */
  offerLists(offeredLists: readonly FlowList[]): void {
    if (offeredLists !== this.#state.offeredLists) this.#become({ ...this.#state, offeredLists });
  }

  /** A save succeeded; edits made in the meantime are still unsaved. */
  markSaved(definition: Definition): void {
    this.#become({ ...this.#state, saved: documentOf(definition) });
  }

  /** Called after every change of the state. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    return this.#watchers.add(undefined, listener);
  }

  /** Called only when this node, this link, the fields or the selection changed: a drag of one node wakes one. */
  watchPart(part: Watched, listener: () => void): () => void {
    return this.#watchers.add(part, listener);
  }

  #become(next: EditorState): void {
    const before = this.#state;
    if (next === before) return;
    this.#state = next;
    this.#watchers.tell(before, next);
  }
}
