export { clipboardText, readClipboard, type ReadClipboard } from "./clipboard-text.ts";
export type { ClipboardContent } from "./content.ts";
export { copySelection } from "./copy-selection.ts";
export { clipboardFailure, messages, type ClipboardMessage } from "./messages.ts";
export { countPaste, pasteOffset, type PasteCounter } from "./paste-counter.ts";
