import { newLink, newNode, type Definition, type WebCallNode } from "@airlock/flow";

/** Start, one web call, End, with the application fields of the sample flow. */
export function callingFlow(url: string, timeoutMillis: number, headers: WebCallNode["headers"] = []): Definition {
  const [start, end] = [newNode("Start", "start", 100, 100), newNode("End", "end", 500, 100)];
  const call: WebCallNode = {
    ...newNode("WebCall", "call", 300, 100),
    url,
    timeoutMillis,
    headers,
    responseMapping: [{ datasetType: "runtime", fieldName: "decision", param: "$.decision" }],
  };
  return {
    solutionDefinition: { nodes: [start, call, end], links: [newLink("l1", start, call), newLink("l2", call, end)], zoom: 100 },
    applicationDatasetFields: [
      { key: "age", name: "age", type: "Integer", required: true },
      { key: "reference", name: "reference", type: "String", required: false },
    ],
    runtimeDatasetFields: [{ key: "decision", name: "decision", type: "String", required: false }],
    applicationTestData: [],
  };
}
