import { emptyDefinition, inlined } from "@airlock/flow";
import type { FlowDocument } from "./flow-document.ts";

/** All nodes and links of a document, including those of its sub-flows, with their ids in executions. */
export function inlinedDocument({ nodes, links, subFlows }: FlowDocument): ReturnType<typeof inlined> {
  return inlined({
    ...emptyDefinition(),
    solutionDefinition: { nodes: nodes.toArray(), links: links.toArray(), zoom: 100 },
    subFlows,
  });
}
