import { bareReferences, shownFormula } from "@airlock/flow";
import { fieldPhrase } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const formula: EditorKind<"Formula"> = {
  kind: "Formula",
  group: "Logic",
  hint: "Computes with functions",
  // Until the panel can edit formulas, nodes of this kind come from files and the API alone.
  isHidden: true,
  sentence: (node, fieldName) => {
    if (node.formulas.length === 0) return "Computes nothing yet.";
    const reference = bareReferences(fieldName);
    return node.formulas
      .map((item) => `${fieldPhrase("Runtime", item.resultField, fieldName)} is ${shownFormula(item.formula, reference).text}.`)
      .join(" ");
  },
  properties: {},
};
