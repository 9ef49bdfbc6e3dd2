/** A flow that runs a version of another solution. For tests only. */
import { newLink, newNode, type SubFlow } from "@airlock/flow";
import { definitionOf, type FlowDocument } from "../document/flow-document.ts";
import { draw, node, set, when } from "./draw.ts";

const start = newNode("Start", "start", 0, 0);
const good = node("SetState", "good", { label: "Good", x: 250, y: 0, setFields: [set("grade = A", "String")] });
const ratio = node("Formula", "ratio", {
  label: "Ratio",
  x: 250,
  y: 150,
  formulas: [{ resultField: "ratio", formula: "1 / application.income" }],
});

/** Grades an income; fails for 0. */
const affordability = draw({
  application: { income: "Float", age: "Integer" },
  runtime: { grade: "String", ratio: "Float" },
  nodes: [good, ratio],
  links: [
    { ...newLink("rich", start, good), conditionFields: [when("income > 1000", "Float")] },
    { ...newLink("poor", start, ratio), otherwise: true },
    "good -> end",
    "ratio -> end",
  ],
});

export const affordability1: SubFlow = {
  versionId: "afford1",
  name: "Version 1",
  solutionId: "affordability",
  solutionName: "Affordability",
  behaviour: 5,
  definition: definitionOf(affordability),
};

/** `age` became `years`, and `score` is new. */
export const affordability2: SubFlow = {
  ...affordability1,
  versionId: "afford2",
  name: "Version 2",
  definition: {
    ...affordability1.definition,
    applicationDatasetFields: [
      { key: "income", name: "income", type: "Float", required: true },
      { key: "years", name: "years", type: "Integer", required: true },
    ],
    runtimeDatasetFields: [
      ...affordability1.definition.runtimeDatasetFields,
      { key: "score", name: "score", type: "Integer", required: false },
    ],
  },
};

/** Sets 18 as the limit, runs Affordability with the salary and the limit, and has its grade as result. */
export const loan: FlowDocument = {
  ...draw({
    application: { salary: "Float" },
    runtime: { limit: "Integer", result: "String" },
    nodes: [
      node("SetState", "before", { label: "Before", x: 200, setFields: [set("limit = 18", "Integer")] }),
      node("SubFlow", "call", {
        label: "Check",
        x: 450,
        versionId: "afford1",
        versionName: "Affordability Version 1",
        subFlowInputs: [
          { field: "income", datasource: "Application", fieldKey: "salary" },
          { field: "age", datasource: "Runtime", fieldKey: "limit" },
        ],
        subFlowOutputs: [{ field: "grade", resultField: "result" }],
      }),
    ],
    links: ["start -> before", "before -> call", "call -> end"],
  }),
  subFlows: [affordability1],
};
