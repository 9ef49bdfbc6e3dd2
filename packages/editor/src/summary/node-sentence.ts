import type { FlowNode } from "@airlock/flow";
import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { editorKindOf } from "../kinds/registry.ts";

/** All that a node does, as a sentence: under its editor, and for those who listen to the diagram. */
export function nodeSentence(document: FlowDocument, node: FlowNode): string {
  return editorKindOf(node.type).sentence(node, fieldNameIn(document));
}
