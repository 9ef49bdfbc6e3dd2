import type { Finding, FlowLink, FlowNode } from "@airlock/flow";
import type { RowOwner } from "../commands/rows.ts";
import type { FlowDocument } from "../document/flow-document.ts";

/** The node or link that a finding is about, and how commands call it. */
export function ownerOf(
  document: FlowDocument,
  finding: Finding,
): { readonly thing: FlowNode | FlowLink; readonly owner: RowOwner } | undefined {
  const node = finding.nodeId === undefined ? undefined : document.nodes.get(finding.nodeId);
  if (node !== undefined) return { thing: node, owner: { node: node.id } };
  const link = finding.linkId === undefined ? undefined : document.links.get(finding.linkId);
  return link === undefined ? undefined : { thing: link, owner: { link: link.id } };
}
