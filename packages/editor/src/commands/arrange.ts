import type { FlowLink } from "@airlock/flow";
import { counted } from "../document/titles.ts";
import { alignedPlaces, type Edge } from "../layout/align.ts";
import { distributedPlaces, type Axis } from "../layout/distribute.ts";
import { layeredPlaces } from "../layout/layered-places.ts";
import { refusal } from "../rules/refusal.ts";
import { linkCaption } from "../summary/captions.ts";
import { pillWidthOf } from "../summary/pill-width.ts";
import { refused, type Command } from "./command.ts";
import { placeNodes } from "./move-nodes.ts";

export function alignNodes(ids: Iterable<string>, edge: Edge): Command {
  return (document) => {
    const nodes = [...ids].flatMap((id) => document.nodes.get(id) ?? []);
    if (nodes.length < 2) return refused(refusal("TOO_FEW_SELECTED", { min: "two" }));
    return placeNodes(`Align ${counted(nodes.length, "node")} ${edge}`, alignedPlaces(nodes, edge))(document);
  };
}

export function distributeNodes(ids: Iterable<string>, axis: Axis): Command {
  return (document) => {
    const nodes = [...ids].flatMap((id) => document.nodes.get(id) ?? []);
    if (nodes.length < 3) return refused(refusal("TOO_FEW_SELECTED", { min: "three" }));
    return placeNodes(`Distribute ${counted(nodes.length, "node")} ${axis}`, distributedPlaces(nodes, axis))(document);
  };
}

/** Tidies the nodes with these ids, or the whole diagram. */
export function arrangeNodes(ids?: Iterable<string>): Command {
  return (document) => {
    const wanted = ids === undefined ? undefined : new Set(ids);
    const nodes = document.nodes.toArray().filter((node) => wanted === undefined || wanted.has(node.id));
    if (nodes.length === 0) return refused(refusal("NOTHING_SELECTED"));
    const name = wanted === undefined ? "Tidy the diagram" : `Tidy ${counted(nodes.length, "node")}`;
    const pillWidth = (link: FlowLink): number => pillWidthOf(linkCaption(document, link).text);
    return placeNodes(name, layeredPlaces(nodes, document.links.toArray(), pillWidth))(document);
  };
}
