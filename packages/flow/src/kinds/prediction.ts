import { limits } from "../limits.ts";
import { readPredictionInputs } from "../parse/items.ts";
import { counted } from "../wording.ts";
import { checkPrediction } from "./check-prediction.ts";
import { readOf, writeOf } from "./field-uses.ts";
import type { KindDescription } from "./kind.ts";

export const prediction: KindDescription<"Prediction"> = {
  kind: "Prediction",
  typeLabel: "Prediction",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(163,95,236)",
  width: 150,
  height: 50,
  defaultName: "Untitled",
  defaultLabel: "Prediction",
  defaultProperties: () => ({ config: "", model: 0, inputFields: [], scoreField: "", reasonCodes: 0 }),
  readProperties: (node) => ({
    config: node.text("config", "", limits.idLength),
    model: node.integer("model", 0, 0, Number.MAX_SAFE_INTEGER),
    inputFields: readPredictionInputs(node, "inputFields"),
    scoreField: node.reference("scoreField"),
    reasonCodes: node.integer("reasonCodes", 0, 0, limits.predictionReasons),
  }),
  uses: (node) => [
    ...node.inputFields.flatMap((input) => readOf(input.datasource, input.fieldKey)),
    ...writeOf("Runtime", node.scoreField, true, []),
  ],
  check: checkPrediction,
  summary: (node, fieldName) => {
    if (node.config === "") return "No prediction chosen yet";
    const score = node.scoreField === "" ? "score" : fieldName("Runtime", node.scoreField);
    return `${score} from ${counted(node.inputFields.length, "field", "fields")}`;
  },
};
