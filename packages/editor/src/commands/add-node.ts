import { kinds, newNode, type FlowNode, type NodeKind } from "@airlock/flow";
import { onGrid, type Point } from "../document/bounds.ts";
import { addLinks, addNodes } from "../document/edit-document.ts";
import { nodeTitle } from "../document/titles.ts";
import { whyNotLink } from "../rules/link-rules.ts";
import { whyNotAdd, whyNotPlace } from "../rules/node-rules.ts";
import { selectionOf } from "../selection/selection.ts";
import { newBranch } from "./branches.ts";
import { done, refused, type Command } from "./command.ts";

export interface NewNode extends Point {
  readonly kind: NodeKind;
  readonly id: string;
}

/** A node from the palette lands 50 px up and left of the pointer. */
const dropOffset = 50;

export function droppedAt(pointer: Point): Point {
  return { x: onGrid(pointer.x - dropOffset), y: onGrid(pointer.y - dropOffset) };
}

export function addNode({ kind, id, x, y }: NewNode): Command {
  return (document) => {
    const refusal = whyNotAdd(document, kind) ?? whyNotPlace(x, y);
    if (refusal !== undefined) return refused(refusal);
    const node: FlowNode = newNode(kind, id, onGrid(x), onGrid(y));
    return done(`Add ${kinds[kind].typeLabel}`, addNodes(document, [node]), { select: selectionOf([id]) });
  };
}

/** A node with a link to it: the result of dropping a link on an empty spot, or of "Add next node". */
export function addLinkedNode(sourceId: string, node: NewNode, linkId: string): Command {
  return (document) => {
    const added = addNode(node)(document);
    if (!added.ok) return added;
    const refusal = whyNotLink(added.document, sourceId, node.id);
    const source = added.document.nodes.get(sourceId);
    const target = added.document.nodes.get(node.id);
    if (refusal !== undefined || source === undefined || target === undefined) return refusal === undefined ? added : refused(refusal);
    const linked = addLinks(added.document, [newBranch(added.document, linkId, source, target)]);
    return done(`Add ${kinds[node.kind].typeLabel} after ${nodeTitle(source)}`, linked, { select: selectionOf([node.id]) });
  };
}
