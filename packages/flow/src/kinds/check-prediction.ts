import type { PredictionNode } from "../definition.ts";
import { aType, type Check } from "../validate/check.ts";

export function checkPrediction(node: PredictionNode, check: Check): void {
  if (node.config === "") check.report("PREDICTION_UNSET", { node: check.title }, "config");
  else if (node.inputFields.length === 0) check.report("PREDICTION_WITHOUT_INPUT", { node: check.title }, "inputFields");
  const seen = new Set<string>();
  for (const [row, input] of node.inputFields.entries()) {
    const what = `input ${row + 1}`;
    if (input.name === "") check.report("PREDICTION_INPUT_UNNAMED", { node: check.title, what }, "inputFields", row);
    else if (seen.has(input.name)) check.report("PREDICTION_INPUT_TWICE", { node: check.title, input: input.name }, "inputFields", row);
    seen.add(input.name);
    check.field(input.datasource, input.fieldKey, what, "inputFields", row);
  }
  const score = check.field("Runtime", node.scoreField, "the score", "scoreField");
  if (score === undefined || score.type === "Float") return;
  const type = aType[score.type];
  check.report("FIELD_TYPE", { where: check.where, what: "the score", field: score.name, type, wanted: "a Float" }, "scoreField");
}
