import type { Definition } from "./definition.ts";
import { newNode } from "./new-node.ts";

/** What a new solution starts with: the Start node, which every diagram keeps. */
export function emptyDefinition(): Definition {
  return {
    solutionDefinition: { nodes: [newNode("Start", "start", 100, 200)], links: [], zoom: 100 },
    applicationDatasetFields: [],
    runtimeDatasetFields: [],
    applicationTestData: [],
  };
}
