import { useCallback, useSyncExternalStore } from "react";
import type { EditorState } from "../session/editor-state.ts";
import type { Watched } from "../session/watchers.ts";
import { useSurroundings } from "./editor-context.ts";

/**
 * Reads from the editor's state and renders again only when the part changed. `read` must return the same reference for the same state, as
 * everything inside the document does.
 */
export function usePart<Value>(part: Watched | undefined, read: (state: EditorState) => Value): Value {
  const { editor } = useSurroundings();
  const subscribe = useCallback(
    (listener: () => void) => (part === undefined ? editor.watch(listener) : editor.watchPart(part, listener)),
    [editor, part],
  );
  return useSyncExternalStore(subscribe, () => read(editor.state));
}
