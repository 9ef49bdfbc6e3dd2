import { conditionsText } from "@airlock/flow";
import { settersText } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const easyRule: EditorKind<"EasyRule"> = {
  kind: "EasyRule",
  group: "Logic",
  hint: "If and then",
  sentence: (node, fieldName) =>
    node.conditionFields.length === 0
      ? "No condition yet."
      : `If ${conditionsText(node.conditionFields, fieldName)}, then ${settersText(node.thenFields, fieldName)}.`,
  properties: {},
};
