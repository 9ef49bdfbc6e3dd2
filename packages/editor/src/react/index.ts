export { EditorContext, useSurroundings, type EditorSurroundings, type Notice, type PredictionChoice } from "./editor-context.ts";
export { usePart } from "./use-part.ts";
export { Canvas, DeleteDialog, KindGlyph, UndoRedo, type CanvasProps, type Comparison } from "./canvas/index.ts";
export { FieldsPanel, MessagesPanel, MessagesSummary, PropertiesPanel, useFindings } from "./panels/index.ts";
