import { createContext, useContext } from "react";

/** Which flow is shown: the flow itself, or a sub-flow that was opened. */
export interface FlowLevel {
  /** What the ids of its parts begin with in executions, heat maps and coverage; empty for the flow itself. */
  readonly path: string;
  /** The names of the opened sub-flows, the outermost first. */
  readonly opened: readonly string[];
  /** Whether this node of the shown flow has a sub-flow to open. */
  readonly canOpen: (nodeId: string) => boolean;
  readonly open: (nodeId: string) => void;
  /** Shows the flow that is this deep: 0 is the flow itself. */
  readonly show: (depth: number) => void;
}

const closed: FlowLevel = { path: "", opened: [], canOpen: () => false, open: () => undefined, show: () => undefined };

export const FlowLevelContext = createContext<FlowLevel>(closed);

/** Without `FlowLevels` around it, sub-flows cannot be opened. */
export function useFlowLevel(): FlowLevel {
  return useContext(FlowLevelContext);
}
