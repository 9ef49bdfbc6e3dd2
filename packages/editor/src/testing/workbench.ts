import {
  newCondition,
  newLink,
  newNode,
  type CalculationNode,
  type Definition,
  type EasyRuleNode,
  type FlowNode,
  type ListScoreNode,
  type PredictionNode,
  type RangeScoreNode,
  type SetStateNode,
  type WebCallNode,
} from "@airlock/flow";

const rule: EasyRuleNode = {
  ...newNode("EasyRule", "rule", 250, 100),
  label: "Minimum age",
  conditionFields: [
    {
      conditionalOperator: "&&",
      leftHandDatasource: "Application",
      leftHandFieldname: "f_age",
      leftHandType: "Integer",
      operator: "<",
      rightHandDatasource: "Literal",
      rightHandFieldname: "18",
    },
  ],
  thenFields: [
    {
      leftHandDatasource: "Runtime",
      leftHandFieldname: "f_result",
      leftHandType: "String",
      operator: "=",
      rightHandDatasource: "Literal",
      rightHandFieldname: "Decline",
    },
  ],
};
const sum: CalculationNode = {
  ...newNode("Calculation", "sum", 450, 100),
  label: "Affordability",
  resultField: "f_ratio",
  calculations: [
    { datasource: "Application", fieldKey: "f_income", operator: "+", level: 0 },
    { datasource: "Literal", fieldKey: "12", operator: "/", level: 0 },
  ],
};
const bands: RangeScoreNode = {
  ...newNode("RangeScore", "bands", 250, 200),
  label: "Debt burden",
  scoredField: "f_income",
  resultField: "f_points",
  defaultScore: "0",
  ranges: [
    { id: "b1", rangeFromIncludeExclude: "[", rangeFrom: "", rangeTo: "540", rangeToIncludeExclude: ")", score: "10", reasonCode: "" },
    { id: "b2", rangeFromIncludeExclude: "[", rangeFrom: "540", rangeTo: "", rangeToIncludeExclude: ")", score: "20", reasonCode: "" },
  ],
};
const list: ListScoreNode = {
  ...newNode("ListScore", "list", 450, 200),
  label: "Loan purpose",
  scoredField: "f_residency",
  resultField: "f_points",
  defaultScore: "0",
  values: [{ id: "v1", value: "NL", score: "5", reasonCode: "" }],
};
const call: WebCallNode = {
  ...newNode("WebCall", "call", 250, 300),
  label: "Bureau report",
  url: "https://bureau.example.com/reports/${application.f_residency}",
  responseMapping: [{ datasetType: "runtime", fieldName: "f_points", param: "$.score" }],
};
const prediction: PredictionNode = { ...newNode("Prediction", "prediction", 450, 300), label: "Default risk" };
const set: SetStateNode = { ...newNode("SetState", "set", 250, 400), label: "Begin", setFields: rule.thenFields };
const end = { ...newNode("End", "end", 450, 400), label: "End" };
const start = newNode("Start", "start", 100, 100);

/** A solution with one node of every kind, linked in a row, close together. Keys differ from names, so that mixing them up shows. */
export function workbench(without: readonly FlowNode["id"][] = []): Definition {
  const nodes: readonly FlowNode[] = [start, set, rule, sum, bands, list, call, prediction, end].filter(
    (node) => !without.includes(node.id),
  );
  const links = nodes.slice(1).map((node, index) => newLink(`l-${node.id}`, nodes[index] ?? start, node));
  return {
    solutionDefinition: { nodes, links, zoom: 100 },
    applicationDatasetFields: [
      { key: "f_age", name: "age", type: "Integer", required: true },
      { key: "f_income", name: "net_income", type: "Float", required: true },
      { key: "f_residency", name: "residency", type: "String", required: false },
    ],
    runtimeDatasetFields: [
      { key: "f_result", name: "result", type: "String", required: false },
      { key: "f_ratio", name: "ratio", type: "Float", required: false },
      { key: "f_points", name: "points", type: "Integer", required: false },
    ],
    applicationTestData: [],
  };
}

/** The workbench with a condition on the link that leads to the rule. */
export function workbenchWithCondition(): Definition {
  const definition = workbench();
  const links = definition.solutionDefinition.links.map((link) =>
    link.id === "l-rule" ? { ...link, label: "young", conditionFields: [{ ...newCondition(), leftHandFieldname: "f_residency" }] } : link,
  );
  return { ...definition, solutionDefinition: { ...definition.solutionDefinition, links } };
}
