import type { NodeBase, SubFlowInput, SubFlowOutput } from "../../node-parts.ts";

export interface SubFlowNode extends NodeBase<"SubFlow"> {
  /** A version among the sub-flows of the flow; empty while none is chosen. */
  readonly versionId: string;
  /** How the version is shown: "Affordability 1.2". */
  readonly versionName: string;
  readonly subFlowInputs: readonly SubFlowInput[];
  readonly subFlowOutputs: readonly SubFlowOutput[];
}
