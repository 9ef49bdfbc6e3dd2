import type { Editor } from "../../session/editor.ts";

/** Sample responses are for trying queries and no part of a solution; they live as long as the page. */
const samples = new WeakMap<Editor, Map<string, string>>();

export function sampleOf(editor: Editor, nodeId: string): string {
  return samples.get(editor)?.get(nodeId) ?? "";
}

export function setSample(editor: Editor, nodeId: string, text: string): void {
  const own = samples.get(editor) ?? new Map<string, string>();
  samples.set(editor, own.set(nodeId, text));
}
