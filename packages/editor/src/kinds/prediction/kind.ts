import { limits, nodeSummary } from "@airlock/flow";
import type { EditorKind } from "../editor-kind.ts";

export const prediction: EditorKind<"Prediction"> = {
  kind: "Prediction",
  group: "Connect",
  hint: "Scores with a model",
  sentence: (node, fieldName) => `${nodeSummary(node, fieldName)}.`,
  properties: {
    config: { label: "Prediction", input: "text", longest: limits.idLength },
    model: { label: "Model", input: "whole", min: 0, max: Number.MAX_SAFE_INTEGER },
    scoreField: { label: "Score field", input: "field", source: "Runtime", types: ["Float"] },
    reasonCodes: { label: "Reason codes", input: "whole", min: 0, max: limits.predictionReasons },
  },
};
