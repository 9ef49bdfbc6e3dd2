import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Field lists of the specification's entities, as in its two documents. */
const entities: Readonly<Record<string, string>> = {
  "User profile":
    "firstName name emailAddress lastLoginDate userId userStatus type organisationWss roles permissions code webSafeString dashboard",
  Solution: "name description webSafeString",
  Version: "createdDate versionName versionDescription webSafeString deploymentStatus entityWss",
  Role: "name description code permissions webSafeString",
  Organisation: "name code webSafeString",
  "Service account": "useAirlock file",
  "Project IDs": "organisationIdStr",
  Group: "name description code organisationWss webSafeString",
  "Dashboard item": "i x y w h config",
  "Configuration of a dashboard item": "type key range granularity start end title location",
  "Execution response": "started ended versionWss solutionWss solutionProcessId runtimeData durationMillis webSafeString",
  Execution: "started ended durationMillis executionEvents runtimeData",
  Event: "id action eventType runtimeData",
  Definition: "solutionDefinition validRuntime applicationDatasetFields runtimeDatasetFields applicationTestData errors",
  Diagram: "nodes links zoom",
  "Scheduler value": "action delayedHours delayedMinutes",
  "Prediction config":
    "name code type description statusMessage webSafeString trainingDatasource testDatasource evaluationDatasource eventsDatasource mapping trainingInputFields",
  "Input field of a prediction": "name applicationField dsName dsFieldName",
  Mapping: "columns selectedRowKeys labelField",
  Column: "name type key isLabelColumn boundaries values valuesCount",
  "Training job": "jobId status created ended lastStatusUpdate",
  Datasource: "name type tableType tableName recordCount webSafeString selectedColumns columns",
  Bucket: "id name projectId",
  "Bucket file": "name length definition",
  "Experiment config": "name description code solutionId datasourceId fieldMapping",
  "Field mapping of an experiment": "key value useDatasource",
  "Experiment result": "created status resultsCount webSafeString experimentConfigWss",
  "Encoding of a chart": "x y color size tooltip",
  "Channel of a chart": "field type bin scale",
};

const document: unknown = JSON.parse(readFileSync(new URL("../../packages/contract/openapi.json", import.meta.url), "utf8"));
const objects = [...objectsIn(document)];

test.each(Object.entries(entities))("%s has every field that the specification names", (_name, text) => {
  const fields = text.split(" ");
  const missing = objects.map((object) => fields.filter((field) => !object.has(field)));
  expect(missing.toSorted((one, other) => one.length - other.length)[0]).toEqual([]);
});

/** The properties of every object schema in the document. */
function* objectsIn(value: unknown): Generator<ReadonlySet<string>> {
  if (typeof value !== "object" || value === null) return;
  if ("properties" in value && typeof value.properties === "object" && value.properties !== null) {
    yield new Set(Object.keys(value.properties));
  }
  for (const inner of Object.values(value)) yield* objectsIn(inner);
}
