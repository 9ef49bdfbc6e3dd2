import type { Definition, FlowList, ProductionFacts } from "@airlock/flow";
import { render } from "vitest-browser-react";
import type { SubFlowChoices, TableCounts } from "../../react/index.ts";
import { Editor } from "../../session/editor.ts";
import type { Trace } from "../../trace/trace.ts";
import type { ValuesAt } from "../../trace/values-at.ts";
import { EditorFrame } from "./editor-frame.tsx";

interface Mounted {
  readonly editor: Editor;
  readonly unmount: () => Promise<void>;
}

interface MountOptions {
  readonly readOnly?: boolean;
  readonly solution?: string;
  /** The organisation's. */
  readonly lists?: readonly FlowList[];
  /** Of a run. */
  readonly values?: ValuesAt;
  readonly trace?: Trace;
  readonly tableCounts?: TableCounts;
  /** Of the executions of a version. */
  readonly facts?: ProductionFacts;
  readonly subFlows?: SubFlowChoices;
}

/** Draws the editor with this definition in the page of the test. */
export async function mountEditor(definition: Definition, options: MountOptions = {}): Promise<Mounted> {
  const { readOnly = false, solution = "workbench", lists = [], ...ran } = options;
  const editor = new Editor(definition);
  editor.offerLists(lists);
  const { unmount } = await render(<EditorFrame editor={editor} readOnly={readOnly} solution={solution} {...ran} />);
  return { editor, unmount };
}
