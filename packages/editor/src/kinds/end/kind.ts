import type { EditorKind } from "../editor-kind.ts";

export const end: EditorKind<"End"> = {
  kind: "End",
  group: "Flow",
  hint: "Answers the caller",
  sentence: () => "The decision ends here.",
  properties: {},
};
