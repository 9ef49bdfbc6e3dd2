import { conditionsText, nodeSummary, type FlowLink, type FlowNode } from "@airlock/flow";
import { fieldNameIn } from "../document/fields-of.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { nodeTitle } from "../document/titles.ts";

export interface NodeCaption {
  readonly title: string;
  /** One line of logic: "If age < 18", "4 bands". */
  readonly line: string;
}

interface Known extends NodeCaption {
  readonly fields: readonly [unknown, unknown];
}
const known = new WeakMap<FlowNode, Known>();

/** The text of a node on the canvas; computed again only when the node or a field changed. */
export function nodeCaption(document: FlowDocument, node: FlowNode): NodeCaption {
  const before = known.get(node);
  if (before?.fields[0] === document.applicationFields && before.fields[1] === document.runtimeFields) return before;
  const line = nodeSummary(node, fieldNameIn(document));
  const caption: Known = { title: nodeTitle(node), line, fields: [document.applicationFields, document.runtimeFields] };
  known.set(node, caption);
  return caption;
}

export interface LinkCaption {
  /** Empty for a link without a label, conditions or mark. */
  readonly text: string;
  /** Drawn dashed: it is not always taken. */
  readonly isConditional: boolean;
  readonly isOtherwise: boolean;
}

/** The text of the pill in the middle of a link: its label, or else its conditions. */
export function linkCaption(document: FlowDocument, link: FlowLink): LinkCaption {
  const conditions = conditionsText(link.conditionFields, fieldNameIn(document));
  const label = link.label.trim();
  return {
    text: label !== "" ? label : link.otherwise ? "otherwise" : conditions,
    isConditional: link.otherwise || link.conditionFields.length > 0,
    isOtherwise: link.otherwise,
  };
}
