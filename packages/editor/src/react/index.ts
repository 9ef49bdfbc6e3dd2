export {
  EditorContext,
  useSurroundings,
  type EditorSurroundings,
  type NewerVersion,
  type Notice,
  type PredictionChoice,
  type SubFlowChoices,
} from "./editor-context.ts";
export { FlowLevelContext, useFlowLevel, type FlowLevel } from "./levels/flow-level.ts";
export { FlowLevels } from "./levels/flow-levels.tsx";
export { useFlowLevels } from "./levels/use-flow-levels.ts";
export { valuesWithin } from "./levels/within.ts";
export { keysHere } from "./keys-here.ts";
export { MockResponseField } from "./mock-response.tsx";
export { TableCountsContext, type RowExecutions, type TableCounts } from "./table-counts.ts";
export { usePart } from "./use-part.ts";
export { Canvas, DeleteDialog, KindGlyph, UndoRedo, type CanvasProps, type Comparison } from "./canvas/index.ts";
export {
  FieldsPanel,
  findingCount,
  MessagesPanel,
  MessagesSummary,
  PropertiesPanel,
  useFindings,
  useProductionFindings,
} from "./panels/index.ts";
