import type { Editor, EditorState } from "@airlock/editor";
import { useSyncExternalStore } from "react";

/** What of the editor's state the page itself shows, such as whether there is something to undo. `read` gives plain values. */
export function useEditorValue<Value>(editor: Editor, read: (state: EditorState) => Value): Value {
  return useSyncExternalStore(
    (listener) => editor.watch(listener),
    () => read(editor.state),
  );
}
