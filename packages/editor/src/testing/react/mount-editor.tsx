import type { Definition, FlowList } from "@airlock/flow";
import { render } from "vitest-browser-react";
import { Editor } from "../../session/editor.ts";
import { EditorFrame } from "./editor-frame.tsx";

interface Mounted {
  readonly editor: Editor;
  readonly unmount: () => Promise<void>;
}

interface Mounting {
  readonly readOnly?: boolean;
  readonly solution?: string;
  /** The organisation's. */
  readonly lists?: readonly FlowList[];
}

/** Draws the editor with this definition in the page of the test. */
export async function mountEditor(
  definition: Definition,
  { readOnly = false, solution = "workbench", lists = [] }: Mounting = {},
): Promise<Mounted> {
  const editor = new Editor(definition);
  editor.offerLists(lists);
  const { unmount } = await render(<EditorFrame editor={editor} readOnly={readOnly} solution={solution} />);
  return { editor, unmount };
}
