/** The primitive changes of a document; all commands are composed of these. */
import type { DatasetField, FieldSource, FlowLink, FlowNode, Mocks } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";
import { keepLinkIndex, linksOf } from "./links-of.ts";

export function putNodes(document: FlowDocument, nodes: readonly FlowNode[]): FlowDocument {
  const replaced = document.nodes.replace(nodes);
  return replaced === document.nodes ? document : { ...document, nodes: replaced };
}

export function putLinks(document: FlowDocument, links: readonly FlowLink[]): FlowDocument {
  const replaced = document.links.replace(links);
  if (replaced === document.links) return document;
  keepLinkIndex(document.links, replaced);
  return { ...document, links: replaced };
}

export function addNodes(document: FlowDocument, nodes: readonly FlowNode[]): FlowDocument {
  return nodes.length === 0 ? document : { ...document, nodes: document.nodes.insert(nodes) };
}

export function addLinks(document: FlowDocument, links: readonly FlowLink[], place?: number): FlowDocument {
  return links.length === 0 ? document : { ...document, links: document.links.insert(links, place) };
}

/** Nodes are removed with the links that are attached to them and their mock responses. */
export function removeParts(document: FlowDocument, nodeIds: ReadonlySet<string>, linkIds: ReadonlySet<string>): FlowDocument {
  const gone = new Set(linkIds);
  for (const nodeId of nodeIds) {
    const { incoming, outgoing } = linksOf(document, nodeId);
    for (const link of [...incoming, ...outgoing]) gone.add(link.id);
  }
  const nodes = document.nodes.remove(nodeIds);
  const links = document.links.remove(gone);
  if (nodes === document.nodes && links === document.links) return document;
  return { ...document, nodes, links, mocks: withoutMocksOf(document.mocks, nodeIds) };
}

function withoutMocksOf(mocks: Mocks, nodeIds: ReadonlySet<string>): Mocks {
  const { webCalls = {}, predictions = {} } = mocks;
  if (![...Object.keys(webCalls), ...Object.keys(predictions)].some((id) => nodeIds.has(id))) return mocks;
  const kept = <Mock>(table: Readonly<Record<string, Mock>>) =>
    Object.fromEntries(Object.entries(table).filter(([id]) => !nodeIds.has(id)));
  return { webCalls: kept(webCalls), predictions: kept(predictions) };
}

export function putFields(document: FlowDocument, source: FieldSource, fields: readonly DatasetField[]): FlowDocument {
  return source === "Application" ? { ...document, applicationFields: fields } : { ...document, runtimeFields: fields };
}
