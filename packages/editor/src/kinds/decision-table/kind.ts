import { bareReferences, hitPolicies, listed, shownFormula } from "@airlock/flow";
import { fieldPhrase } from "../../summary/sentence-parts.ts";
import type { EditorKind } from "../editor-kind.ts";

export const decisionTable: EditorKind<"DecisionTable"> = {
  kind: "DecisionTable",
  group: "Logic",
  hint: "Rules as rows",
  sentence: (node, fieldName) => {
    if (node.tableRows.length === 0) return "Has no rows yet.";
    const inputs = node.inputColumns.map(({ formula }) => shownFormula(formula, bareReferences(fieldName)).text);
    const outputs = node.outputColumns.map(({ resultField }) => fieldPhrase("Runtime", resultField, fieldName));
    return `Sets ${listed(outputs)} by ${listed(inputs)}, in ${node.tableRows.length} rows.`;
  },
  properties: { hitPolicy: { label: "Hit policy", input: "choice", choices: hitPolicies } },
};
