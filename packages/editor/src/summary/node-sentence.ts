import type { FlowNode } from "@airlock/flow";
import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { editorKindOf } from "../kinds/registry.ts";

/** Everything that a node does, as a sentence: shown below its properties, and read by screen readers. */
export function nodeSentence(document: FlowDocument, node: FlowNode): string {
  return editorKindOf(node.type).sentence(node, fieldNameIn(document));
}
