import { documentOf, isDirty, isSameContent, type Editor, type FlowDocument } from "@airlock/editor";
import type { DraftStore, FoundDraft } from "./draft-store.ts";
import type { Saved } from "./use-saving.ts";

/** Long enough not to disturb drawing, short enough for a crash to lose almost nothing. */
const restMillis = 400;
/** Copying a flow with large tables blocks the page for tens of milliseconds: the next copy then waits longer, up to this. */
const maxRestMillis = 4_000;
const restPerKept = 20;

export interface DraftParts {
  readonly editor: Editor;
  readonly saved: () => Saved;
  readonly onFailure: (error: unknown) => void;
}

/** Stores unsaved changes when editing pauses, and deletes them as soon as they are saved, because a reload may follow immediately. */
export class DraftKeeper {
  #parts: DraftParts;
  #store: DraftStore | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The document that was last stored or deleted, and the saved one at that time. */
  #known: FlowDocument;
  #saved: FlowDocument;
  #isKept = false;
  #isOver = false;
  #rest = restMillis;

  constructor(parts: DraftParts) {
    this.#parts = parts;
    const { document, saved } = parts.editor.state;
    this.#known = document;
    this.#saved = saved;
  }

  /** Returns the draft that an earlier window left behind. */
  async open(store: DraftStore): Promise<FoundDraft | undefined> {
    const { editor } = this.#parts;
    const left = await store.find((definition) => isSameContent(editor.state.saved, documentOf(definition)));
    if (this.#isOver) return undefined;
    this.#store = store;
    this.#settle();
    return left;
  }

  readonly changed = (): void => {
    const { state } = this.#parts.editor;
    if (state.saved !== this.#saved) this.#settle();
    else if (state.document !== this.#known) this.#timer ??= setTimeout(() => this.#settle(), this.#rest);
  };

  /** Stores immediately, because the window may be closed a moment later. */
  readonly hurry = (): void => {
    if (this.#timer !== undefined) this.#settle();
  };

  close(): void {
    this.hurry();
    this.#isOver = true;
  }

  #settle(): void {
    const { editor, saved, onFailure } = this.#parts;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const store = this.#store;
    if (store === undefined || this.#isOver) return;
    this.#known = editor.state.document;
    this.#saved = editor.state.saved;
    const wasKept = this.#isKept;
    this.#isKept = isDirty(editor.state);
    if (this.#isKept) {
      const begun = performance.now();
      const kept = store.keep({ definition: editor.definition, ...saved(), at: new Date().toISOString() });
      const rest = () => void (this.#rest = restAfter(performance.now() - begun));
      kept.then(rest).catch(onFailure);
    }
    // Deletes only a draft that this window stored: one that it found is kept until the user restores or discards it.
    else if (wasKept) store.forget().catch(onFailure);
  }
}

function restAfter(millis: number): number {
  return Math.min(maxRestMillis, Math.max(restMillis, millis * restPerKept));
}
