import type { Finding, FlowNode } from "@airlock/flow";
import type { NodeRun } from "../trace/values-at.ts";

/** The props of a kind's panel: each kind's `panel.tsx` exports a component with these. */
export interface PanelProps<Node extends FlowNode> {
  readonly node: Node;
  readonly findings: readonly Finding[];
  /** The values that this node had in the last run. */
  readonly values: NodeRun | undefined;
}
