import { datasourceTable } from "@airlock/backend/datasets";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";
import { datasourceOf, predictionOver, trained, type Wanted } from "../testing/train.ts";
import { until } from "../testing/until.ts";

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Hostile rows");
});
afterAll(() => api.close());

/** A datasource whose rows are the values of these expressions for each `number`. */
async function rowsOf(header: string, first: string, expressions: readonly string[], count: number): Promise<string> {
  const datasourceId = await datasourceOf(admin, `${header}\n${first}\n`);
  const table = datasourceTable(datasourceId);
  await api.adminClickHouse.command(`TRUNCATE TABLE ${table}`);
  await api.adminClickHouse.command(`INSERT INTO ${table} SELECT number + 1, ${expressions.join(", ")} FROM numbers(${count})`);
  return datasourceId;
}

async function train(datasourceId: string, wanted: Wanted) {
  const at = await predictionOver(admin, datasourceId, wanted);
  await admin.must("prediction.train", { at, body: null });
  return { at, job: await trained(admin, at) };
}

const report = async (at: { readonly predictionId: string }) => (await admin.must("model.read", { at: { ...at, number: "1" } }))._embedded;

test("numbers that are invalid or infinite", async () => {
  const endless = ["number % 7 / 3.", "multiIf(number % 5 = 0, nan, number % 5 = 1, inf, number % 5 = 2, -inf, number / 3.)"];
  const label = "if(number % 11 = 0, nan, if(number % 13 = 0, inf, number % 7 + number % 3))";
  const datasourceId = await rowsOf("plain,odd,label", "1.5,2.5,3.5", [...endless, label], 3_000);
  const { at, job } = await train(datasourceId, { label: "label" });
  expect(job).toMatchObject({ status: "trained", message: "" });
  const found = await report(at);
  expect(found).toMatchObject({ objective: "regression", metric: { name: "RMSE" } });
  expect(found.metric.value).toBeGreaterThan(0);
  // Rows whose label is not a number are skipped, with a warning.
  const leftOut = Array.from({ length: 3_000 }, (_, number) => number).filter((number) => number % 11 === 0 || number % 13 === 0).length;
  expect(found.rows).toBe(3_000 - leftOut);
  expect(found.warnings.map(({ code }) => code)).toContain("ROWS_LEFT_OUT");
  const odd = found.columns.find(({ name }) => name === "odd")?.distribution;
  expect(odd?.bounds.every((bound) => Number.isFinite(bound))).toBe(true);
  expect((odd?.missing ?? 0) + (odd?.bins ?? []).reduce((sum, count) => sum + count, 0)).toBe(odd?.rows);
});

test("a million distinct texts: only the most frequent are used, with a warning", { timeout: 180_000 }, async () => {
  const many = "if(number % 4 = 0, ['red', 'green', 'blue'][1 + intDiv(number, 4) % 3], concat('t', toString(number)))";
  const label = "if(number % 12 = 0, 'yes', 'no')";
  const datasourceId = await rowsOf("many,label", "a,b", [many, label], 1_333_334);
  const { at, job } = await train(datasourceId, { label: "label", settings: { trees: 3, learningRate: 0.3 } });
  expect(job).toMatchObject({ status: "trained", message: "" });
  const found = await report(at);
  const column = found.columns.find(({ name }) => name === "many");
  expect(column?.valuesCount).toBe(1_000);
  expect(column?.values.slice(0, 3).toSorted()).toEqual(["blue", "green", "red"]);
  expect(found.warnings.find(({ code }) => code === "MANY_VALUES")?.message).toMatch(
    /1000003 different values\. The model keeps 1000 of them/,
  );
  expect(found.metric.value).toBeGreaterThan(0.9);
});

test(
  "a datasource that is deleted during training: the rows were already read, and the model is complete",
  { timeout: 180_000 },
  async () => {
    const datasourceId = await rowsOf(
      "a,b,label",
      "1.5,x,y",
      ["number % 97 / 3.", "toString(number % 5)", "if(number % 97 > 40, 'p', 'q')"],
      20_000,
    );
    const at = await predictionOver(admin, datasourceId, { label: "label", settings: { trees: 400, learningRate: 0.005 } });
    await admin.must("prediction.train", { at, body: null });
    await until(async () => {
      const { job } = (await admin.must("prediction.training", { at }))._embedded;
      return (job?.iteration ?? 0) > 0 || job?.status === "trained";
    });
    await admin.must("datasource.delete", { at: { datasourceId } });
    expect(await trained(admin, at)).toMatchObject({ status: "trained", model: 1, message: "" });
    expect((await report(at)).rows).toBe(20_000);
    // It cannot be trained again, with a reason.
    const again = await api.ask(admin.token, "prediction.train", { at, body: null });
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: "PREDICTION_INCOMPLETE" }]);
  },
);
