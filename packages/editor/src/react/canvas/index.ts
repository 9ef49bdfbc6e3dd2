export { Canvas, type CanvasProps } from "./canvas.tsx";
export { DeleteDialog } from "./delete-dialog.tsx";
export { KindGlyph } from "./kind-glyph.tsx";
export type { Comparison } from "./marks.ts";
export { UndoRedo } from "./undo-redo.tsx";
