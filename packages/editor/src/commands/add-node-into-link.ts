import { inPort, kinds, newLink, outPort, type FlowLink, type FlowNode, type NodeKind } from "@airlock/flow";
import { nodeBox, onGrid } from "../document/bounds.ts";
import { addLinks, putLinks, putNodes } from "../document/edit-document.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { linkTitle } from "../document/titles.ts";
import { refusal } from "../rules/refusal.ts";
import { selectionOf } from "../selection/selection.ts";
import { addNode } from "./add-node.ts";
import { done, refused, type Command } from "./command.ts";
import { gapBeside } from "./next-place.ts";

export interface NodeIntoLink {
  readonly kind: NodeKind;
  readonly id: string;
  readonly linkId: string;
  /** For the link from the new node on. */
  readonly newLinkId: string;
}

/** Inserts a node into a link. The link keeps its conditions and leads to the node; nodes behind it move right if necessary. */
export function addNodeIntoLink({ kind, id, linkId, newLinkId }: NodeIntoLink): Command {
  return (document) => {
    const link = document.links.get(linkId);
    const source = link && document.nodes.get(link.source);
    const target = link && document.nodes.get(link.target);
    if (link === undefined || source === undefined || target === undefined) return refused(refusal("LINK_GONE"));
    if (!kinds[kind].hasInPort) return refused(refusal("LINK_INTO_START"));
    if (!kinds[kind].hasOutPort) return refused(refusal("LINK_OUT_OF_END"));

    const roomy = makeRoom(document, source, target, kinds[kind].width);
    const moved = roomy.nodes.get(target.id) ?? target;
    const added = addNode({ kind, id, ...between(source, moved, kind) })(roomy);
    const node = added.ok ? added.document.nodes.get(id) : undefined;
    if (!added.ok || node === undefined) return added;

    const first: FlowLink = { ...link, target: id, targetPort: inPort(node)?.id ?? "" };
    const second: FlowLink = { ...newLink(newLinkId, node, moved), sourcePort: outPort(node)?.id ?? "" };
    const linked = addLinks(putLinks(added.document, [first]), [second]);
    return done(`Add ${kinds[kind].typeLabel} into ${linkTitle(document, link)}`, linked, { select: selectionOf([id]) });
  };
}

function between(source: FlowNode, target: FlowNode, kind: NodeKind): { readonly x: number; readonly y: number } {
  const [from, to] = [nodeBox(source), nodeBox(target)];
  const { width, height } = kinds[kind];
  return {
    x: onGrid((from.right + to.left - width) / 2),
    y: onGrid((from.top + from.bottom + to.top + to.bottom) / 4 - height / 2),
  };
}

/** If source and target are too close for a node between them, the target and everything after it move right together. */
function makeRoom(document: FlowDocument, source: FlowNode, target: FlowNode, width: number): FlowDocument {
  const room = nodeBox(target).left - nodeBox(source).right;
  const missing = onGrid(width + gapBeside - room);
  // Drawn backwards on purpose: moving nodes would only tangle it.
  if (missing <= 0 || room < 0) return document;
  const behind = new Set([target.id]);
  const open = [target.id];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const link of linksOf(document, id).outgoing) {
      if (behind.has(link.target) || link.target === source.id) continue;
      behind.add(link.target);
      open.push(link.target);
    }
  }
  const moved = [...behind].flatMap((id) => {
    const node = document.nodes.get(id);
    return node === undefined || node.x < target.x ? [] : { ...node, x: node.x + missing };
  });
  return putNodes(document, moved);
}
