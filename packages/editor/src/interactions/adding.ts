import { addLinkedNode, addNode, droppedAt } from "../commands/add-node.ts";
import { addNodeIntoLink } from "../commands/add-node-into-link.ts";
import type { Command, Executed } from "../commands/command.ts";
import { nextPlace } from "../commands/next-place.ts";
import type { Point } from "../document/bounds.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { whyNotAdd } from "../rules/node-rules.ts";
import { refusal, type Refusal } from "../rules/refusal.ts";
import type { Editor } from "../session/editor.ts";
import type { EditorKind } from "../kinds/editor-kind.ts";
import { editorKinds } from "../kinds/registry.ts";
import { gridSize, kinds, nodeKinds, type FlowNode, type NodeKind } from "@airlock/flow";

/** The palette is open to add a node that is unconnected, follows another, or is inserted into a link. */
export interface Adding {
  readonly kind: "adding";
  /** The position of the pointer; undefined if a position is to be computed. */
  readonly at: Point | undefined;
  readonly after: string | undefined;
  readonly into: string | undefined;
}

/**
 * A: the next node after the selected one, or into the selected link. If the selected node has one unconditional link, the new node is
 * inserted into it, because a second unconditional link would run in parallel. `isBeside` requests that second link.
 */
export function startAdding(editor: Editor, isBeside = false): Adding {
  const { document, selection } = editor.state;
  const [node] = selection.nodes;
  const [link] = selection.links;
  if (node === undefined) return { kind: "adding", at: undefined, after: undefined, into: link };
  if (selection.nodes.size > 1) return { kind: "adding", at: undefined, after: undefined, into: undefined };
  return { kind: "adding", at: undefined, after: node, into: isBeside ? undefined : onlyPlainLink(document, node) };
}

function onlyPlainLink(document: FlowDocument, nodeId: string): string | undefined {
  const [link, ...others] = linksOf(document, nodeId).outgoing;
  return link === undefined || others.length > 0 || link.otherwise || link.conditionFields.length > 0 ? undefined : link.id;
}

export interface PaletteItem {
  readonly kind: NodeKind;
  readonly label: string;
  readonly hint: string;
  readonly group: EditorKind<NodeKind>["group"];
  /** Why it cannot be added here; undefined where it can. */
  readonly why: Refusal | undefined;
}

/** What can be added, in the order of the palette, found by its name or hint. */
export function paletteItems(editor: Editor, adding?: Adding, search = ""): readonly PaletteItem[] {
  const wanted = search.trim().toLowerCase();
  return nodeKinds.flatMap((kind) => {
    const { hint, group } = editorKinds[kind];
    const label = kinds[kind].typeLabel;
    if (!label.toLowerCase().includes(wanted) && !hint.toLowerCase().includes(wanted)) return [];
    return [{ kind, label, hint, group, why: whyNotAdd(editor.state.document, kind) ?? whyNotHere(kind, adding) }];
  });
}

function whyNotHere(kind: NodeKind, adding: Adding | undefined): Refusal | undefined {
  if ((adding?.after ?? adding?.into) !== undefined && !kinds[kind].hasInPort) return refusal("LINK_INTO_START");
  return adding?.into !== undefined && adding.after === undefined && !kinds[kind].hasOutPort ? refusal("LINK_OUT_OF_END") : undefined;
}

export function endAdding(editor: Editor, adding: Adding, kind: NodeKind, newId: () => string): Executed {
  return editor.execute(addingCommand(editor, adding, kind, newId));
}

function addingCommand(editor: Editor, { at, after, into }: Adding, kind: NodeKind, newId: () => string): Command {
  const { document } = editor.state;
  const id = newId();
  // Nothing can follow an End, so an End is added beside the link of the selected node.
  if (into !== undefined && (after === undefined || kinds[kind].hasOutPort))
    return addNodeIntoLink({ kind, id, linkId: into, newLinkId: newId() });
  const source = after === undefined ? undefined : document.nodes.get(after);
  if (source !== undefined)
    return addLinkedNode(
      source.id,
      { kind, id, ...(at === undefined ? nextPlace(document, source, kind) : levelWith(source, kind, droppedAt(at))) },
      newId(),
    );
  return addNode({ kind, id, ...droppedAt(at ?? { x: 300, y: 250 }) });
}

/**
 * A node that is dropped at most one grid step off the level of its source is aligned with it: the link is straight instead of a small S.
 */
function levelWith(source: FlowNode, kind: NodeKind, at: Point): Point {
  const level = source.y + (kinds[source.type].height - kinds[kind].height) / 2;
  return Math.abs(at.y - level) <= gridSize ? { x: at.x, y: level } : at;
}
