import { kinds } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { fullNodeTitle, linkTitle } from "../document/titles.ts";
import { whyNotDelete } from "../rules/node-rules.ts";
import { selectionSize, type Selection } from "./selection.ts";

/** What the Properties panel shows above itself. */
export function selectionTitle(document: FlowDocument, selection: Selection): string {
  const size = selectionSize(selection);
  if (size === 0) return "Nothing selected";
  if (size > 1) return `${size} items selected`;
  const [nodeId] = selection.nodes;
  const node = nodeId === undefined ? undefined : document.nodes.get(nodeId);
  if (node !== undefined) return kinds[node.type].typeLabel;
  return "Link";
}

export interface Question {
  readonly title: string;
  readonly text: string;
}

/** The confirmation before Delete; Shift+Delete deletes without one. */
export function deleteQuestion(document: FlowDocument, selection: Selection): Question {
  // Start is not deleted.
  const nodes = [...selection.nodes]
    .flatMap((id) => document.nodes.get(id) ?? [])
    .filter((one) => whyNotDelete(document, one) === undefined);
  const links = [...selection.links].flatMap((id) => document.links.get(id) ?? []);
  const [node] = nodes;
  const [link] = links;
  const size = nodes.length + links.length;
  if (size === 1 && node !== undefined) {
    return { title: "Delete node?", text: `Are you sure you want to delete ${fullNodeTitle(node)}?` };
  }
  if (size === 1 && link !== undefined) {
    return { title: "Delete link?", text: `Are you sure you want to delete Link (${linkTitle(document, link)})?` };
  }
  return { title: `Delete ${size} items?`, text: `Are you sure you want to delete ${size} items?` };
}
