import { newLink, newNode, emptyDefinition, type Definition, type PredictionNode } from "@airlock/flow";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { newPrediction, trainedPrediction } from "../testing/predictions.ts";
import { keyArrived, keyFor } from "../testing/specimens.ts";
import { setting, startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Scores");
});
afterAll(() => api.close());

function flowWith(config: string, model = 0, reasonCodes = 0): Definition {
  const start = newNode("Start", "start", 0, 0);
  const end = newNode("End", "end", 400, 0);
  const prediction: PredictionNode = {
    ...newNode("Prediction", "score", 200, 0),
    config,
    model,
    inputFields: [{ name: "age", datasource: "Application", fieldKey: "age" }],
    scoreField: "score",
    reasonCodes,
  };
  return {
    ...emptyDefinition(),
    solutionDefinition: {
      nodes: [start, prediction, end],
      links: [newLink("a", start, prediction), newLink("b", prediction, end)],
      zoom: 100,
    },
    applicationDatasetFields: [{ key: "age", name: "Age", type: "Integer", required: true }],
    runtimeDatasetFields: [{ key: "score", name: "Score", type: "Float", required: false }],
  };
}

async function solutionWith(definition: Definition, by: Person = admin) {
  const { _embedded } = await by.must("solutions.create", { body: { name: "Scored", definition } });
  return { solutionId: _embedded.webSafeString };
}

const certain = Number((1 / (1 + Math.exp(-1))).toPrecision(12));

test("a test execution uses the deployed model, and reports if there is none", async () => {
  const at = await trainedPrediction(admin);
  const { predictionId = "" } = at;
  const solution = await solutionWith(flowWith(predictionId));
  const without = await admin.must("solution.execute", { at: solution, body: { Age: 40 } });
  expect(without._embedded).toMatchObject({ status: "failed", error: { code: "MODEL_NOT_AVAILABLE", nodeId: "score" } });
  expect(without._embedded.error?.message).toMatch(/has no deployed model/);
  expect(without._embedded.executionEvents.at(-1)).toMatchObject({ id: "score", action: "ERROR" });
  await admin.must("prediction.deploy", { at, body: null });
  const scored = await admin.must("solution.execute", { at: solution, body: { Age: 40 } });
  expect(scored._embedded.runtimeData["Score"]).toBeCloseTo(certain, 10);
  expect(scored._embedded.recorded.predictions["score"]?.score).toBeCloseTo(certain, 10);
  expect(scored._embedded.reasonCodes).toEqual([]);
  const reasoned = await solutionWith(flowWith(predictionId, 0, 3));
  expect((await admin.must("solution.execute", { at: reasoned, body: { Age: 40 } }))._embedded.reasonCodes).toEqual(["age+"]);
  expect((await admin.must("solution.execute", { at: reasoned, body: { Age: 20 } }))._embedded.reasonCodes).toEqual(["age-"]);
});

test("a version pins its model, serves with it, and prevents the prediction from being deleted", async () => {
  const at = await trainedPrediction(admin);
  const { predictionId = "" } = at;
  const solution = await solutionWith(flowWith(predictionId, 0, 1));
  const refused = await api.ask(admin.token, "solution.versions.create", { at: solution, body: {} });
  expect(refused.json()).toMatchObject({ code: "MODEL_NOT_DEPLOYED" });
  await admin.must("prediction.deploy", { at, body: null });
  const { _embedded: version } = await admin.must("solution.versions.create", { at: solution, body: {} });
  expect(version.models).toMatchObject([{ predictionWss: predictionId, model: 1 }]);
  const versionAt = { versionId: version.webSafeString };
  const { _embedded: frozen } = await admin.must("version.definition", { at: versionAt });
  expect(frozen.solutionDefinition.nodes.find(({ id }) => id === "score")).toMatchObject({ model: 1 });

  const { _embedded: serving } = await admin.must("version.deploy", { at: versionAt });
  expect([serving.deploymentStatus, serving.deploymentMessage]).toEqual(["serving", ""]);
  const token = await keyFor(admin);
  const address = `http://127.0.0.1:${setting("AIRLOCK_RUNTIME_PORT")}/dme/manage/v1/versions/${version.webSafeString}/execute`;
  await keyArrived(address, token);
  const ask = async (age: number) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify({ Age: age }) });
    return (await response.json()) as { _embedded: { runtimeData: Record<string, number>; reasonCodes: string[] } };
  };
  expect((await ask(40))._embedded.runtimeData["Score"]).toBeCloseTo(certain, 10);
  expect((await ask(20))._embedded.reasonCodes).toEqual(["age-"]);
  expect((await ask(20))._embedded.runtimeData["Score"]).toBeCloseTo(1 - certain, 10);

  const kept = await api.ask(admin.token, "prediction.delete", { at });
  expect([kept.statusCode, kept.json()]).toMatchObject([409, { code: "PREDICTION_IN_USE" }]);
  await admin.must("version.delete", { at: versionAt });
  await admin.must("prediction.delete", { at });
});

test("a prediction that does not exist, or of another organisation, cannot be pinned", async () => {
  const other = await newOrganisation(api, await rootAdministrator(api), "Other");
  const { predictionId = "" } = await trainedPrediction(other);
  const untrained = await newPrediction(admin);
  for (const definition of [flowWith(predictionId, 1), flowWith(untrained["predictionId"] ?? "", 1), flowWith("nothing", 0)]) {
    const solution = await solutionWith(definition);
    const refused = await api.ask(admin.token, "solution.versions.create", { at: solution, body: {} });
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: "MODEL_NOT_DEPLOYED" }]);
    const tested = await admin.must("solution.execute", { at: solution, body: { Age: 40 } });
    expect(tested._embedded.error?.code).toBe("MODEL_NOT_AVAILABLE");
  }
});

test("an organisation is deleted with its models and the versions that pin them", async () => {
  const root = await rootAdministrator(api);
  const gone = await newOrganisation(api, root, "Gone with models");
  const at = await trainedPrediction(gone);
  await gone.must("prediction.deploy", { at, body: null });
  const solution = await solutionWith(flowWith(at["predictionId"] ?? ""), gone);
  await gone.must("solution.versions.create", { at: solution, body: {} });
  const query = { confirm: "Gone with models" };
  const deleted = await api.ask(root.token, "organisation.delete", { at: { organisationId: gone.organisationId }, query });
  expect(deleted.statusCode).toBe(204);
});
