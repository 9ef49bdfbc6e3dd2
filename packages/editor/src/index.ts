export { Editor, zoomStep } from "./session/editor.ts";
export { isDirty, type EditorState, type Transaction } from "./session/editor-state.ts";
export type { Watched } from "./session/watchers.ts";
export { historyLimit, type History, type Step } from "./history/history.ts";

export { changesBetween, isSameContent, type DocumentChanges } from "./document/document-changes.ts";
export { definitionOf, documentOf, type FlowDocument } from "./document/flow-document.ts";
export { fieldNameIn, fieldOf, fieldsOf } from "./document/fields-of.ts";
export { linksOf, type NodeLinks } from "./document/links-of.ts";
export { boxAround, nodeBox, type Box, type Point } from "./document/bounds.ts";
export { fullNodeTitle, linkTitle, nodeTitle } from "./document/titles.ts";
export { newId } from "./document/new-id.ts";

export * as commands from "./commands/index.ts";
export * as rules from "./rules/index.ts";
export * as selections from "./selection/index.ts";
export * as clipboard from "./clipboard/index.ts";
export * as navigation from "./navigation/index.ts";
export * as interactions from "./interactions/index.ts";
export * as testCases from "./test-cases/index.ts";

export { actionsFor, type Action } from "./actions/actions.ts";
export { intentOf, keyMap, keysFor, type Intent, type KeyBinding, type KeyPress } from "./keys/key-map.ts";
export { editorKinds } from "./kinds/registry.ts";
export type { EditorKind, PropertyInput } from "./kinds/editor-kind.ts";
export { listsOf, rowLists, rowsOf } from "./rows/registry.ts";
export type { ListName, RowTypes } from "./rows/row-list.ts";
export { fieldUses, type FieldPlaceUse } from "./fields/field-uses.ts";
export { newFindings, retypeBreaks } from "./fields/retype-breaks.ts";
export { linkCaption, nodeCaption, type LinkCaption, type NodeCaption } from "./summary/captions.ts";
export { nodeSentence } from "./summary/node-sentence.ts";
export { outlineOf, type OutlineRow, type OutlineWay } from "./outline/outline.ts";
export { fixAll, quickFixes } from "./quick-fixes/quick-fixes.ts";
export type { QuickFix } from "./quick-fixes/quick-fix.ts";
export { emptyTrace, traceOf, type Trace, type ValueChange } from "./trace/trace.ts";
export { allHeld, conditionResults, type ConditionResult } from "./trace/condition-results.ts";
export { coverageOf, type Coverage } from "./coverage/coverage.ts";
export { completeReference, type Completion } from "./web-call/complete-reference.ts";
export { tryJsonPath, type TriedPath } from "./web-call/try-json-path.ts";
