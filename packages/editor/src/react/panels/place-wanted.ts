import type { Editor } from "../../session/editor.ts";

/** The place to focus, until a panel has focused it. */
const wanted = new WeakMap<Editor, string>();
const listeners = new WeakMap<Editor, Set<() => void>>();

/** Identifies the row for a new field, in the panel of fields of this origin. */
export const fieldsPlace = (origin: "application" | "runtime"): string => `${origin} fields`;

/** Requests that the Properties panel focuses a property or row of the selection. */
export function wantPlace(editor: Editor, place: string): void {
  wanted.set(editor, place);
  for (const listener of listeners.get(editor) ?? []) listener();
}

export function peekPlace(editor: Editor): string | undefined {
  return wanted.get(editor);
}

export function takePlace(editor: Editor): string | undefined {
  const place = wanted.get(editor);
  wanted.delete(editor);
  return place;
}

export function watchPlace(editor: Editor, listener: () => void): () => void {
  const own = listeners.get(editor) ?? new Set();
  listeners.set(editor, own.add(listener));
  return () => own.delete(listener);
}
