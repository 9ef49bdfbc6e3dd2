import { newLink, newNode, type Definition, type EasyRuleNode } from "@airlock/flow";

/** Start, one rule, End. `reference` is not used by the flow: tests find their own executions by it. */
export function sampleFlow(): Definition {
  const start = newNode("Start", "start", 100, 100);
  const rule: EasyRuleNode = {
    ...newNode("EasyRule", "rule", 300, 100),
    label: "Too young",
    conditionFields: [
      {
        conditionalOperator: "&&",
        leftHandDatasource: "Application",
        leftHandFieldname: "age",
        leftHandType: "Integer",
        operator: "<",
        rightHandDatasource: "Literal",
        rightHandFieldname: "18",
      },
    ],
    thenFields: [
      {
        leftHandDatasource: "Runtime",
        leftHandFieldname: "decision",
        leftHandType: "String",
        operator: "=",
        rightHandDatasource: "Literal",
        rightHandFieldname: "declined",
      },
    ],
  };
  const end = newNode("End", "end", 500, 100);
  return {
    solutionDefinition: { nodes: [start, rule, end], links: [newLink("l1", start, rule), newLink("l2", rule, end)], zoom: 100 },
    applicationDatasetFields: [
      { key: "age", name: "age", type: "Integer", required: true },
      { key: "reference", name: "reference", type: "String", required: false },
    ],
    runtimeDatasetFields: [{ key: "decision", name: "decision", type: "String", required: false }],
    applicationTestData: [],
  };
}
