import { emptyDefinition, newLink, newNode, type Definition, type PredictionNode, type SetStateNode } from "@airlock/flow";
import { newId } from "@airlock/platform";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compared } from "../testing/comparisons.ts";
import { fileBody, imported, uploadFile } from "../testing/datasources.ts";
import { newExperiment, ran } from "../testing/experiments.ts";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { trainedPrediction } from "../testing/predictions.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
let datasourceId: string;
let predictionAt: Readonly<Record<string, string>>;
const ages = Array.from({ length: 300 }, (_, at) => (at % 10 === 0 ? "" : String(at % 60)));

beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Predicted experiments");
  const file = await uploadFile(admin, `Ages ${newId()}.csv`, `Name,Age\n${ages.map((age, at) => `p${at},${age}`).join("\n")}\n`);
  const { _embedded } = await admin.must("datasources.create", { body: await fileBody(admin, file) });
  await imported(admin, _embedded.importWss ?? "");
  datasourceId = _embedded.webSafeString;
  predictionAt = await trainedPrediction(admin);
});
afterAll(() => api.close());

/** A score above one half is likely. The model: 0.73 above the age of thirty, 0.27 otherwise and for a missing age. */
function flow(config: string): Definition {
  const start = newNode("Start", "start", 0, 0);
  const score: PredictionNode = {
    ...newNode("Prediction", "score", 200, 0),
    label: "Will pay",
    config,
    inputFields: [{ name: "age", datasource: "Application", fieldKey: "age" }],
    scoreField: "score",
  };
  const setter = { leftHandDatasource: "Runtime", leftHandFieldname: "decision", leftHandType: "String", operator: "=" } as const;
  const set: SetStateNode = {
    ...newNode("SetState", "set", 400, 0),
    setFields: [{ ...setter, rightHandDatasource: "Literal", rightHandFieldname: "likely" }],
  };
  const condition = {
    conditionalOperator: "&&",
    leftHandDatasource: "Runtime",
    leftHandFieldname: "score",
    leftHandType: "Float",
    operator: ">",
    rightHandDatasource: "Literal",
    rightHandFieldname: "0.5",
  } as const;
  const end = newNode("End", "end", 600, 0);
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, score, set, end],
      links: [newLink("a", start, score), { ...newLink("b", score, set), conditionFields: [condition] }, newLink("c", set, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "age", name: "Age", type: "Integer", required: false }],
    runtimeDatasetFields: [
      { key: "score", name: "Score", type: "Float", required: false },
      { key: "decision", name: "Decision", type: "String", required: false },
    ],
  };
}

const isOld = (age: string): boolean => Number(age) > 30;

test("a flow with a prediction whose model is not deployed is refused, naming the prediction", async () => {
  const experimentId = await newExperiment(admin, flow(predictionAt["predictionId"] ?? ""), datasourceId);
  const refused = await api.ask(admin.token, "experiment.run", { at: { experimentId } });
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, "MODEL_NOT_DEPLOYED"]);
});

test("a flow with a prediction runs its model over every row, stores the model's number, and has thresholds on the score", async () => {
  await admin.must("prediction.deploy", { at: predictionAt, body: null });
  const experimentId = await newExperiment(admin, flow(predictionAt["predictionId"] ?? ""), datasourceId, "all");
  const { _embedded: started } = await admin.must("experiment.run", { at: { experimentId } });
  const at = { experimentResultId: started.webSafeString };
  const result = await ran(admin, at.experimentResultId);
  expect([result.status, result.message, result.resultsCount]).toEqual(["done", "", ages.length]);

  const { _embedded: kept } = await admin.must("experimentResult.definition", { at });
  expect(kept.definition.solutionDefinition.nodes.find(({ id }) => id === "score")).toMatchObject({ model: 1 });

  const { _embedded } = await admin.must("experimentResult.records", { at, body: { filters: [], limit: 1000, after: 0 } });
  const { _embedded: old } = await admin.must("model.explain", { at: { ...predictionAt, number: "1" }, body: { values: { age: 40 } } });
  const { _embedded: young } = await admin.must("model.explain", { at: { ...predictionAt, number: "1" }, body: { values: {} } });
  const scoreOf = (age: string) => Number((isOld(age) ? old.score : young.score).toFixed(12));
  expect(_embedded.records.map((record) => [record["runtime.Score"], record["runtime.Decision"] ?? null])).toEqual(
    ages.map((age) => [scoreOf(age), isOld(age) ? "likely" : null]),
  );

  const { _embedded: trace } = await admin.must("experimentResult.record", { at: { ...at, row: "42" } });
  expect(trace).toMatchObject({
    outcome: "completed",
    runtimeData: { Score: scoreOf(ages[41] ?? ""), Decision: "likely" },
    linksTaken: ["a", "b", "c"],
  });

  const changes = [{ id: "b", path: "conditionFields.0.rightHandFieldname", value: "0.2" }];
  const { _embedded: fields } = await admin.must("experimentResult.whatIf", { at, body: { changes } });
  expect(fields.changed).toBe(ages.filter((age) => !isOld(age)).length);
  expect(fields.moves.find(({ from, to }) => from === "likely" && to === "likely")?.count).toBe(ages.filter(isOld).length);
});

test("two flows with a prediction are compared over every row, and each changed row has both scores", async () => {
  const definition = flow(predictionAt["predictionId"] ?? "");
  const { _embedded: solution } = await admin.must("solutions.create", { body: { name: `Scored ${newId()}`, definition } });
  const at = { solutionId: solution.webSafeString };
  const { _embedded: version } = await admin.must("solution.versions.create", { at, body: { versionName: "1" } });
  const { _embedded: stored } = await admin.must("definition.read", { at });
  const stricter = JSON.parse(JSON.stringify(definition).replace('"rightHandFieldname":"0.5"', '"rightHandFieldname":"0.9"')) as Definition;
  await admin.must("definition.update", { at, body: { ...stricter, revision: stored.revision } });

  const { at: found, fields } = await compared(admin, {
    left: { versionWss: version.webSafeString },
    right: { solutionWss: at.solutionId },
    over: { datasourceId, fieldMapping: [{ key: "age", value: "Age", useDatasource: true }] },
  });
  const old = ages.filter(isOld).length;
  expect([fields.status, fields.message]).toEqual(["done", ""]);
  expect(fields.summary).toMatchObject({ compared: ages.length, changed: old });
  const page = await admin.must("comparison.records", { at: found, query: { limit: "5" } });
  expect(page._embedded.total).toBe(old);
  const first = ages.findIndex(isOld);
  const { _embedded: record } = await admin.must("comparison.record", { at: { ...found, recordId: String(first + 1) } });
  const { _embedded: explained } = await admin.must("model.explain", {
    at: { ...predictionAt, number: "1" },
    body: { values: { age: 40 } },
  });
  const score = Number(explained.score.toFixed(12));
  expect(record.left).toMatchObject({ runtimeData: { Score: score, Decision: "likely" }, linksTaken: ["a", "b", "c"] });
  expect(record.right).toMatchObject({ runtimeData: { Score: score }, linksTaken: ["a"] });
});
