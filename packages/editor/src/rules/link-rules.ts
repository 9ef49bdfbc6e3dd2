import { inPort, limits, outPort } from "@airlock/flow";
import type { FlowDocument } from "../document/flow-document.ts";
import { linksOf } from "../document/links-of.ts";
import { nodeTitle } from "../document/titles.ts";
import { grouped, refusal, type Refusal } from "./refusal.ts";

/** Why no link may be drawn from one node to another. `instead` is a link that is being reconnected and does not count. */
export function whyNotLink(document: FlowDocument, sourceId: string, targetId: string, instead?: string): Refusal | undefined {
  const source = document.nodes.get(sourceId);
  const target = document.nodes.get(targetId);
  if (source === undefined || target === undefined) return refusal("NODE_GONE");
  // Start has no in port and End no out port: the direction of ports is all there is to it.
  if (outPort(source) === undefined) return refusal("LINK_OUT_OF_END");
  if (inPort(target) === undefined) return refusal("LINK_INTO_START");
  if (sourceId === targetId) return refusal("LINK_TO_ITSELF", { node: nodeTitle(source) });
  const names = { from: nodeTitle(source), to: nodeTitle(target) };
  const isDrawn = linksOf(document, sourceId).outgoing.some((link) => link.target === targetId && link.id !== instead);
  if (isDrawn) return refusal("LINK_TWICE", names);
  if (leadsTo(document, targetId, sourceId, instead)) return refusal("LINK_LOOP", names);
  if (instead === undefined && document.links.size >= limits.links) return refusal("LINKS_FULL", { max: grouped(limits.links) });
  return undefined;
}

/** Whether a path leads from one node to another. Every node is visited once. */
function leadsTo(document: FlowDocument, fromId: string, toId: string, without?: string): boolean {
  const seen = new Set([fromId]);
  const open = [fromId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === toId) return true;
    for (const link of linksOf(document, id).outgoing) {
      if (link.id === without || seen.has(link.target)) continue;
      seen.add(link.target);
      open.push(link.target);
    }
  }
  return false;
}

/**
 * The nodes that a link from this one may lead to, for choosing one by keyboard. One backward traversal finds all nodes that would close a
 * loop.
 */
export function possibleTargets(document: FlowDocument, sourceId: string, instead?: string): readonly string[] {
  const source = document.nodes.get(sourceId);
  if (source === undefined || outPort(source) === undefined) return [];
  if (instead === undefined && document.links.size >= limits.links) return [];
  const before = new Set([sourceId]);
  const open = [sourceId];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const link of linksOf(document, id).incoming) {
      if (link.id === instead || before.has(link.source)) continue;
      before.add(link.source);
      open.push(link.source);
    }
  }
  const linked = new Set(linksOf(document, sourceId).outgoing.flatMap((link) => (link.id === instead ? [] : link.target)));
  return document.nodes
    .toArray()
    .filter((node) => inPort(node) !== undefined && !before.has(node.id) && !linked.has(node.id))
    .map((node) => node.id);
}
