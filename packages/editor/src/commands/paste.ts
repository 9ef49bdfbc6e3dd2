import { findList, findSubFlow, inPort, limits, newNode, outPort, type FlowLink, type FlowNode } from "@airlock/flow";
import type { ClipboardContent } from "../clipboard/content.ts";
import { copySelection } from "../clipboard/copy-selection.ts";
import { mapToDocument } from "../clipboard/map-to-document.ts";
import { pasteOffset } from "../clipboard/paste-counter.ts";
import { boxAround, onGrid, type Point } from "../document/bounds.ts";
import { addLinks, addNodes } from "../document/edit-document.ts";
import type { FlowDocument } from "../document/flow-document.ts";
import { withoutLoops } from "../document/without-loops.ts";
import { counted, nodeTitle } from "../document/titles.ts";
import { mapFields } from "../fields/map-fields.ts";
import { settledOwner } from "../rows/registry.ts";
import { whyNotAdd, whyNotCells, whyNotPlace } from "../rules/node-rules.ts";
import { grouped, refusal, type Refusal } from "../rules/refusal.ts";
import { selectionOf, type Selection } from "../selection/selection.ts";
import { done, refused, type Command, type Executed } from "./command.ts";

export interface Paste {
  readonly content: ClipboardContent;
  /** How often this content was pasted, this time included: each lands 40 px further right and down. */
  readonly count: number;
  /** The centre of the copies; by default they are placed beside the original. */
  readonly at?: Point | undefined;
  /** The solution that is pasted into, to detect whether the content is from it. */
  readonly solution?: string;
  /** Makes ids that were never used. */
  readonly newId: () => string;
}

/** Pastes a copied selection with new ids, adds the fields that it needs and this solution lacks, and selects it. */
export function paste({ content, count, at, solution = "", newId }: Paste): Command {
  return (document) => {
    const reason = whyNotFit(document, content);
    if (reason !== undefined) return refused(reason);
    const mapped = mapToDocument(document, content, solution, newId);
    const tooMany = [mapped.document.applicationFields, mapped.document.runtimeFields].some((fields) => fields.length > limits.fields);
    if (tooMany) return refused(refusal("FIELDS_FULL", { max: grouped(limits.fields) }));
    const keyOf = ({ source, key }: { readonly source: "Application" | "Runtime"; readonly key: string }): string =>
      mapped.keys[source].get(key) ?? key;
    const owned = {
      ...content,
      nodes: content.nodes.map((one) => mapFields(one, keyOf)),
      links: content.links.map((one) => mapFields(one, keyOf)),
    };
    const added = mapped.added.length === 0 ? "" : ` and add ${counted(mapped.added.length, "field")}`;
    // Nodes name lists; one of the same name serves.
    const missing = content.lists.filter(({ name }) => findList(document, name) === undefined);
    if (document.lists.length + missing.length > limits.lists) return refused(refusal("LISTS_FULL", { max: grouped(limits.lists) }));
    const unknown = content.subFlows.filter(({ versionId }) => findSubFlow(document, versionId) === undefined);
    if (document.subFlows.length + unknown.length > limits.subFlows)
      return refused(refusal("SUB_FLOWS_FULL", { max: grouped(limits.subFlows) }));
    const withLists = missing.length === 0 ? mapped.document : { ...mapped.document, lists: [...document.lists, ...missing] };
    const withAll = unknown.length === 0 ? withLists : { ...withLists, subFlows: [...document.subFlows, ...unknown] };
    return placeCopies(withAll, owned, "Paste", added, pasteShift(content.nodes, count, at), newId);
  };
}

/** Duplicates the selection, offset by 40 px. */
export function duplicate(selection: Selection, newId: () => string): Command {
  return (document) => {
    const content = copySelection(document, selection);
    if (content.nodes.length === 0) return refused(refusal(selection.nodes.size > 0 ? "START_NOT_COPIED" : "NOTHING_SELECTED"));
    const reason = whyNotFit(document, content);
    return reason === undefined ? placeCopies(document, content, "Duplicate", "", pasteShift(content.nodes, 1), newId) : refused(reason);
  };
}

/** The offset of copies: 40 px for each paste, or so that their centre is at this point, on the grid. */
export function pasteShift(nodes: readonly FlowNode[], count: number, at?: Point): Point {
  const around = boxAround(nodes);
  if (at === undefined || around === undefined) return { x: pasteOffset * count, y: pasteOffset * count };
  const [first] = nodes;
  // The first node is snapped to the grid; the others keep their distance to it.
  const snapped = (from: number, shift: number): number => onGrid(from + shift) - from;
  return {
    x: snapped(first?.x ?? 0, at.x - (around.left + around.right) / 2),
    y: snapped(first?.y ?? 0, at.y - (around.top + around.bottom) / 2),
  };
}

function whyNotFit(document: FlowDocument, { nodes, links }: ClipboardContent): Refusal | undefined {
  const [first] = nodes;
  if (first === undefined) return refusal("NOTHING_SELECTED");
  if (nodes.some((node) => node.type === "Start")) return refusal("START_NOT_COPIED");
  const isFull = document.links.size + links.length > limits.links;
  return whyNotAdd(document, first.type, nodes.length) ?? (isFull ? refusal("LINKS_FULL", { max: grouped(limits.links) }) : undefined);
}

function placeCopies(
  document: FlowDocument,
  content: ClipboardContent,
  verb: string,
  more: string,
  shift: Point,
  newId: () => string,
): Executed {
  const copies = new Map<string, FlowNode>();
  for (const node of content.nodes) {
    const id = newId();
    const copy = { ...settledOwner(node), id, ports: newNode(node.type, id, 0, 0).ports, x: node.x + shift.x, y: node.y + shift.y };
    const reason = whyNotPlace(copy.x, copy.y);
    if (reason !== undefined) return refused(reason);
    copies.set(node.id, copy);
  }
  const reason = whyNotCells(document, [...copies.values()]);
  if (reason !== undefined) return refused(reason);
  const ids = [...copies.values()].map((node) => node.id);
  // Text that was edited by hand may contain links that could not be drawn.
  const links = withoutLoops(
    ids,
    content.links.flatMap((link) => relinked(link, copies, newId)),
  );
  const [first] = copies.values();
  const what = copies.size === 1 && first !== undefined ? nodeTitle(first) : counted(copies.size, "node");
  const selected = selectionOf(
    ids,
    links.map((link) => link.id),
  );
  return done(`${verb} ${what}${more}`, addLinks(addNodes(document, [...copies.values()]), links), { select: selected });
}

function relinked(link: FlowLink, copies: ReadonlyMap<string, FlowNode>, newId: () => string): readonly FlowLink[] {
  const source = copies.get(link.source);
  const target = copies.get(link.target);
  const from = source && outPort(source);
  const to = target && inPort(target);
  if (from === undefined || to === undefined || source === undefined || target === undefined) return [];
  const otherwise = link.otherwise && link.conditionFields.length === 0;
  return [{ ...link, id: newId(), source: source.id, sourcePort: from.id, target: target.id, targetPort: to.id, otherwise }];
}
