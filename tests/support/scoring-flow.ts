import { newLink, newNode, type DatasetField, type Definition, type PredictionNode } from "@airlock/flow";

/** Uses one prediction, with an application field for each input; its score is in the runtime field and node `score`. */
export function scoringFlow(config: string, inputs: readonly Pick<DatasetField, "name" | "type">[], score = "score"): Definition {
  const start = newNode("Start", "start", 100, 100);
  const prediction: PredictionNode = {
    ...newNode("Prediction", score, 300, 100),
    config,
    inputFields: inputs.map(({ name }) => ({ name, datasource: "Application" as const, fieldKey: name })),
    scoreField: score,
  };
  const end = newNode("End", "end", 500, 100);
  return {
    solutionDefinition: {
      nodes: [start, prediction, end],
      links: [newLink("l1", start, prediction), newLink("l2", prediction, end)],
      zoom: 100,
    },
    applicationDatasetFields: inputs.map(({ name, type }) => ({ key: name, name, type, required: false })),
    runtimeDatasetFields: [{ key: score, name: score, type: "Float", required: false }],
    applicationTestData: [],
  };
}
