import type { SubFlowNode } from "@airlock/flow";
import type { ReferenceKind } from "../../reference/kind.ts";
import { storeResults } from "../../reference/sub-flows.ts";

/** [SF4] The interpreter has run the sub-flow before. */
export const subFlow: ReferenceKind<SubFlowNode> = {
  run: (node, memory) => storeResults(node, memory),
};
