import { calculationText } from "@airlock/flow";
import { fieldPhrase } from "../../summary/sentence-parts.ts";
import { numberTypes } from "../../rules/field-rules.ts";
import type { EditorKind } from "../editor-kind.ts";

export const calculation: EditorKind<"Calculation"> = {
  kind: "Calculation",
  group: "Logic",
  hint: "Computes a number",
  sentence: (node, fieldName) =>
    node.calculations.some((item) => item.fieldKey === "")
      ? "No formula yet."
      : `${fieldPhrase("Runtime", node.resultField, fieldName)} is ${calculationText(node.calculations, fieldName)}.`,
  properties: { resultField: { label: "Result", input: "field", source: "Runtime", types: numberTypes } },
};
