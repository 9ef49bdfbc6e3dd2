import { aType, type Check } from "../../validate/check.ts";
import { limits } from "../../limits.ts";
import { readPredictionInputs } from "../../parse/items.ts";
import { counted } from "../../wording.ts";
import { readOf, writeOf } from "../field-uses.ts";
import { fieldText, plainText } from "../property-texts.ts";
import type { KindDescription } from "../kind.ts";
import type { NodeBase, PredictionInput } from "../../node-parts.ts";

export interface PredictionNode extends NodeBase<"Prediction"> {
  /** The prediction configuration's webSafeString. */
  readonly config: string;
  /** The model number that a version pins; 0 while none is chosen. */
  readonly model: number;
  readonly inputFields: readonly PredictionInput[];
  readonly scoreField: string;
  /** How many inputs that changed the score most are returned as reason codes; 0 for none. */
  readonly reasonCodes: number;
}

export const prediction: KindDescription<PredictionNode> = {
  kind: "Prediction",
  typeLabel: "Prediction",
  version: 1,
  hasInPort: true,
  hasOutPort: true,
  defaultColor: "rgb(163,95,236)",
  glyph: [
    { d: "M11 3.5c.7 4.4 2.6 6.4 7 7-4.4.7-6.3 2.7-7 7-.7-4.3-2.6-6.3-7-7 4.4-.6 6.3-2.6 7-7Z" },
    { d: "M18.5 15.5c.3 1.7 1 2.5 2.7 2.8-1.7.3-2.4 1.1-2.7 2.8-.3-1.7-1-2.5-2.7-2.8 1.7-.3 2.4-1.1 2.7-2.8Z" },
  ],
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
  condition: () => [],
  effect: {
    name: "predict",
    model: ({ config, model }) => ({ config, model }),
    withModel: (node, model) => ({ ...node, model }),
  },
  matching: undefined,
  numbers: () => [],
  withoutNoise: (node) => node,
  propertyTexts: {
    config: (node, fieldName) => plainText(node.config, fieldName),
    model: (node, fieldName) => plainText(node.model, fieldName),
    inputFields: (node, fieldName) =>
      node.inputFields.map(({ name, datasource, fieldKey }) => `${name} from ${fieldName(datasource, fieldKey)}`),
    scoreField: (node, fieldName) => fieldText("Runtime", node.scoreField, fieldName),
    reasonCodes: (node, fieldName) => plainText(node.reasonCodes, fieldName),
  },
  summary: (node, fieldName) => {
    if (node.config === "") return "No prediction chosen yet";
    const score = node.scoreField === "" ? "score" : fieldName("Runtime", node.scoreField);
    return `${score} from ${counted(node.inputFields.length, "field", "fields")}`;
  },
};

function checkPrediction(node: PredictionNode, check: Check): void {
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
