import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newColleague, newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { newPrediction, trainedPrediction, trainingPrediction } from "../testing/predictions.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Predictions");
});
afterAll(() => api.close());

const columns = [
  { key: "c0", name: "age", type: "INTEGER" as const },
  { key: "c1", name: "paid", type: "STRING" as const },
];

test("a prediction is created, read, changed and deleted", async () => {
  const { _embedded: made } = await admin.must("predictions.create", { body: { name: "Default risk" } });
  expect(made).toMatchObject({ type: "standard", status: "configuring", statusMessage: "", code: "DEFA", deployedModel: null });
  const at = { predictionId: made.webSafeString };
  const mapping = { columns, selectedRowKeys: ["c0"], labelField: "c1" };
  const { _embedded: saved } = await admin.must("prediction.update", { at, body: { description: "changed", mapping } });
  expect(saved).toMatchObject({ description: "changed", trainingInputFields: ["age"], revision: 2 });
  // Sending the complete response back changes nothing.
  const { _embedded: again } = await admin.must("prediction.update", { at, body: saved });
  expect(again.mapping).toEqual(saved.mapping);
  const { items } = await admin.must("predictions.list", { query: { search: "default" } });
  expect(items.map(({ _embedded }) => _embedded.webSafeString)).toEqual([made.webSafeString]);
  await admin.must("prediction.delete", { at });
  expect((await api.ask(admin.token, "prediction.read", { at })).statusCode).toBe(404);
});

test("an invalid configuration is refused with the reason", async () => {
  const at = await newPrediction(admin);
  const refused = async (body: unknown) => (await api.ask(admin.token, "prediction.update", { at, body })).json<{ code: string }>();
  expect(await refused({ mapping: { columns, selectedRowKeys: ["c1"], labelField: "c1" } })).toMatchObject({
    code: "INVALID_REQUEST",
    problems: [{ field: "mapping.selectedRowKeys", code: "label" }],
  });
  expect(await refused({ mapping: { columns: [{ ...columns[1], valuesCount: "five" }] } })).toMatchObject({ code: "INVALID_REQUEST" });
  expect(await refused({ scheduler: { zone: "Mars/Olympus" } })).toMatchObject({ code: "INVALID_REQUEST" });
  expect(await refused({ trainingDatasource: "01ARZ3NDEKTSV4RRFFQ69G5FAV" })).toMatchObject({ code: "DATASOURCE_NOT_FOUND" });
  expect(await refused({ revision: 99 })).toMatchObject({ code: "EDIT_CONFLICT" });
});

describe("the states of a training", () => {
  test("an incomplete configuration is not trained", async () => {
    const response = await api.ask(admin.token, "prediction.train", { at: await newPrediction(admin), body: null });
    expect([response.statusCode, response.json()]).toMatchObject([
      409,
      { code: "PREDICTION_INCOMPLETE", problems: [{ message: "Please select a valid training datasource first." }] },
    ]);
  });

  test("a running one can be cancelled, and neither trained nor deployed", async () => {
    const at = await trainingPrediction(admin);
    const { _links } = await admin.must("prediction.read", { at });
    expect(["train", "cancelTraining", "deploy"].map((rel) => rel in _links)).toEqual([false, true, false]);
    expect((await api.ask(admin.token, "prediction.train", { at, body: null })).json()).toMatchObject({ code: "PREDICTION_NOT_TRAINABLE" });
    const { _embedded } = await admin.must("prediction.cancelTraining", { at });
    expect(_embedded).toMatchObject({ status: "configuring", statusMessage: "Training cancelled" });
    const training = await admin.must("prediction.training", { at });
    expect(training._embedded.job).toMatchObject({ number: 1, status: "cancelled", curve: [] });
    expect((await admin.must("prediction.trainingLogs", { at }))._embedded).toEqual({ jobId: at["jobId"], lines: [] });
  });

  test("a trained one is deployed, read and evaluated", async () => {
    const at = await trainedPrediction(admin);
    const { _embedded: deployed } = await admin.must("prediction.deploy", { at, body: null });
    expect(deployed).toMatchObject({ deployedModel: 1, status: "trained", statusMessage: "Deployed model 1" });
    const refused = await api.ask(admin.token, "prediction.deploy", { at, body: { model: 2 } });
    expect(refused.json()).toMatchObject({ code: "MODEL_NOT_FOUND" });
    const { items } = await admin.must("prediction.models", { at });
    expect(items.map(({ _embedded }) => _embedded)).toMatchObject([{ number: 1, status: "deployed", metric: { name: "AUC" } }]);
    const report = await admin.must("model.read", { at });
    expect(report._embedded).toMatchObject({ number: 1, libraryVersion: "4.7.0", evaluation: { objective: "binary" } });
    const { _embedded } = await admin.must("model.explain", { at, body: { values: { age: 40, unknown: "x" } } });
    expect(_embedded.score).toBeCloseTo(1 / (1 + Math.exp(-1)), 12);
    expect(_embedded).toMatchObject({ of: "yes", base: 0, raw: 1, contributions: [{ name: "age", value: 40, contribution: 1 }] });
    expect(_embedded.probabilities.map(({ value }) => value)).toEqual(["no", "yes"]);
  });
});

test("training requires the permissions to read, to change and to train", async () => {
  const at = await trainedPrediction(admin);
  const trainer = await newColleague(api, admin, ["predictions.list", "prediction.read", "prediction.train", "prediction.deploy"]);
  const { _links } = await trainer.must("prediction.read", { at });
  expect("train" in _links || "deploy" in _links).toBe(false);
  const refused = (await api.ask(trainer.token, "prediction.train", { at, body: null })).json<{ description: string }>();
  expect(refused).toMatchObject({ code: "PERMISSION_MISSING", description: "This needs the permission prediction.update." });
  const full = await newColleague(api, admin, ["prediction.read", "prediction.update", "prediction.train"]);
  expect("train" in (await full.must("prediction.read", { at }))._links).toBe(true);
});
