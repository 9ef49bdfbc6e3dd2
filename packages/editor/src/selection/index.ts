export { selectInBox } from "./select-in-box.ts";
export { added, everything, existing, nothing, selectionOf, selectionSize, toggled, without, type Selection } from "./selection.ts";
export { deleteQuestion, selectionTitle, type Question } from "./selection-title.ts";
