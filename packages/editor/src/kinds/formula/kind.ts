import { bareReferences, shownFormula } from "@airlock/flow";
import { fieldPhrase } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const formula: EditorKind<"Formula"> = {
  kind: "Formula",
  group: "Logic",
  hint: "Typed expressions",
  sentence: (node, fieldName) => {
    if (node.formulas.length === 0) return "Computes nothing yet.";
    const reference = bareReferences(fieldName);
    return node.formulas
      .map((item) => `${fieldPhrase("Runtime", item.resultField, fieldName)} is ${shownFormula(item.formula, reference).text}.`)
      .join(" ");
  },
  properties: {},
};
