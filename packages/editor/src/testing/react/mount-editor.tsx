import type { Definition } from "@airlock/flow";
import { render } from "vitest-browser-react";
import { Editor } from "../../session/editor.ts";
import { EditorFrame } from "./editor-frame.tsx";

interface Mounted {
  readonly editor: Editor;
  readonly unmount: () => Promise<void>;
}

/** Draws the editor with this definition in the page of the test. */
export async function mountEditor(definition: Definition, { readOnly = false, solution = "workbench" } = {}): Promise<Mounted> {
  const editor = new Editor(definition);
  const { unmount } = await render(<EditorFrame editor={editor} readOnly={readOnly} solution={solution} />);
  return { editor, unmount };
}
