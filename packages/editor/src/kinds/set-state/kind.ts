import { settersText } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const setState: EditorKind<"SetState"> = {
  kind: "SetState",
  group: "Logic",
  hint: "Sets runtime fields",
  sentence: (node, fieldName) => (node.setFields.length === 0 ? "Sets nothing yet." : `Sets ${settersText(node.setFields, fieldName)}.`),
  properties: {},
};
