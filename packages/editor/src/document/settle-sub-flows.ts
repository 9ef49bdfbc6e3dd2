import type { FlowDocument } from "./flow-document.ts";

/** The document without copies of versions that no node runs; the same document if there are none. */
export function settleSubFlows(document: FlowDocument): FlowDocument {
  if (document.subFlows.length === 0) return document;
  const run = new Set(document.nodes.toArray().flatMap((node) => (node.type === "SubFlow" ? [node.versionId] : [])));
  const subFlows = document.subFlows.filter(({ versionId }) => run.has(versionId));
  return subFlows.length === document.subFlows.length ? document : { ...document, subFlows };
}
