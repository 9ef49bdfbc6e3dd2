export { FieldsPanel } from "./fields/fields-panel.tsx";
export { findingCount } from "./messages/finding-count.ts";
export { MessagesPanel } from "./messages/messages-panel.tsx";
export { MessagesSummary } from "./messages/messages-summary.tsx";
export { PropertiesPanel } from "./properties-panel.tsx";
export { useFindings, useProductionFindings } from "./use-findings.ts";
