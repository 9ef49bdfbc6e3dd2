/** Fixes of the drawing: ends, loose links, loops and paths that stop. */
import { kinds, type FlowLink, type FlowNode } from "@airlock/flow";
import { addNode } from "../commands/add-node.ts";
import { setBranches } from "../commands/branches.ts";
import { combine } from "../commands/combine.ts";
import { deleteSelection } from "../commands/delete-selection.ts";
import { addLink, markOtherwise, relink } from "../commands/links.ts";
import { replaceRows } from "../commands/rows.ts";
import { boxAround } from "../document/bounds.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { counted, fullNodeTitle, linkTitle, nodeTitle } from "../document/titles.ts";
import { outlineOf } from "../outline/outline.ts";
import { whyNotLink } from "../rules/link-rules.ts";
import { selectionOf } from "../selection/selection.ts";
import { daring, safe, type FixContext, type Fixer, type QuickFix } from "./quick-fix.ts";

const nodeOf = ({ document, finding }: FixContext): FlowNode | undefined => document.nodes.get(finding.nodeId ?? "");
const linkOf = ({ document, finding }: FixContext): FlowLink | undefined => document.links.get(finding.linkId ?? "");

/** Adds a Start to the left of everything and links it to the first node, where there is one that nothing leads to. */
export const addStart: Fixer = ({ document, newId }) => {
  const heads = document.nodes.toArray().filter((node) => linksOf(document, node.id).incoming.length === 0);
  const around = boxAround(heads);
  const id = newId();
  const place = { x: (around?.left ?? 300) - 150, y: around?.top ?? 200 };
  const add = addNode({ kind: "Start", id, ...place });
  const [only] = heads;
  // With several first nodes, only the user can choose the one to start with.
  if (only === undefined || heads.length > 1) return [daring("Add Start", add)];
  const label = `Add Start before ${nodeTitle(only)}`;
  return [safe(label, combine(label, [add, addLink(newId(), id, only.id)]))];
};

export const deleteNode: Fixer = (context) => {
  const node = nodeOf(context);
  return node === undefined ? [] : [daring(`Delete ${fullNodeTitle(node)}`, deleteSelection(selectionOf([node.id])))];
};

export const deleteLink: Fixer = (context) => deletes(context, daring);
/** For links without effect: a second unconditional one, one that leads nowhere. */
export const deleteIdleLink: Fixer = (context) => deletes(context, safe);

function deletes(context: FixContext, kind: typeof safe): readonly QuickFix[] {
  const link = linkOf(context);
  if (link === undefined) return [];
  return [kind(`Delete the link from ${linkTitle(context.document, link)}`, deleteSelection(selectionOf([], [link.id])))];
}

export const turnLink: Fixer = (context) => {
  const link = linkOf(context);
  if (link === undefined) return [];
  const { document } = context;
  const turned = { source: link.target, target: link.source };
  const fixes =
    whyNotLink(document, turned.source, turned.target, link.id) === undefined
      ? [daring("Turn the link around", relink(link.id, turned))]
      : [];
  // The ends are right and only the ports are not.
  const again =
    whyNotLink(document, link.source, link.target, link.id) === undefined ? [safe("Reconnect the link", relink(link.id, {}))] : [];
  return [...again, ...fixes, ...deleteLink(context)];
};

/** Adds an End to the right of everything and links to it what stops. */
export const addEnd: Fixer = ({ document, newId }) => {
  const stops = deadEnds(document);
  const around = boxAround(document.nodes.toArray());
  if (around === undefined) return [];
  const id = newId();
  const y = (around.top + around.bottom - kinds.End.height) / 2;
  const commands = [addNode({ kind: "End", id, x: around.right + 100, y }), ...stops.map((stop) => addLink(newId(), stop.id, id))];
  const [only] = stops;
  const label =
    only === undefined
      ? "Add End"
      : stops.length === 1
        ? `Add End after ${nodeTitle(only)}`
        : `Add End after ${counted(stops.length, "node")}`;
  return [safe(label, combine(label, commands))];
};

export const makeOtherwise: Fixer = (context) => {
  const link = linkOf(context);
  return link === undefined ? [] : [daring("Make it otherwise", markOtherwise(link.id, true))];
};

export const takeFirst: Fixer = (context) => {
  const node = nodeOf(context);
  return node === undefined ? [] : [daring("Use first that holds", setBranches(node.id, "first"))];
};

export const removeOtherwise: Fixer = (context) => {
  const link = linkOf(context);
  return link === undefined ? [] : [safe("Remove the otherwise mark", markOtherwise(link.id, false))];
};

export const otherwiseOrConditions: Fixer = (context) => {
  const link = linkOf(context);
  if (link === undefined) return [];
  return [
    daring("Remove its conditions", markOtherwise(link.id, true)),
    daring("Remove the otherwise mark", markOtherwise(link.id, false)),
  ];
};

export const removeConditions: Fixer = (context) => {
  const link = linkOf(context);
  return link === undefined
    ? []
    : [daring("Remove its conditions", replaceRows({ link: link.id }, "conditionFields", [], "Remove the conditions of"))];
};

/** Nodes on a path from Start that nothing follows. */
function deadEnds(document: FlowDocument): readonly FlowNode[] {
  return outlineOf(document).flatMap((row) => {
    const node = row.isReached ? document.nodes.get(row.nodeId) : undefined;
    return node !== undefined && node.type !== "End" && linksOf(document, node.id).outgoing.length === 0 ? [node] : [];
  });
}
