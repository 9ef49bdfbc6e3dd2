import type { EditorKind } from "../editor-kind.ts";

export const start: EditorKind<"Start"> = {
  kind: "Start",
  group: "Flow",
  hint: "Where the decision begins",
  sentence: () => "The decision begins here.",
  properties: {},
};
