import type { ColumnType } from "@airlock/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newOrganisation, rootAdministrator, type Person } from "../testing/person.ts";
import { startTestApi, type TestApi } from "../testing/test-api.ts";
import { datasourceOf, predictionOver, trained, type Wanted } from "../testing/train.ts";
import { until } from "../testing/until.ts";

let api: TestApi;
let admin: Person;
beforeAll(async () => {
  api = await startTestApi();
  admin = await newOrganisation(api, await rootAdministrator(api), "Training");
});
afterAll(() => api.close());

/** An income of more than twice the debts predicts payment, with some noise; regions differ. */
function loans(count: number): string {
  const lines = ["id,age,income,debts,region,asked,told,paid"];
  for (let row = 0; row < count; row += 1) {
    const [age, income, debts] = [18 + ((row * 37) % 60), 1000 + ((row * 7919) % 4000), (row * 104_729) % 2500];
    const region = ["north", "south", "east; west"][row % 3] ?? "";
    const paid = income - 2 * debts + (region === "north" ? 800 : 0) + ((row * 31) % 900) > 700 ? "yes" : "no";
    const day = new Date(Date.UTC(2025, 0, 1 + (row % 300))).toISOString().slice(0, 10);
    lines.push(
      `L-${row},${row % 50 === 0 ? "" : age},${income},${debts},${region},${day},${paid === "yes" ? "paid back" : "written off"},${paid}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

async function train(datasourceId: string, wanted: Wanted) {
  const at = await predictionOver(admin, datasourceId, wanted);
  await admin.must("prediction.train", { at, body: null });
  return { at, job: await trained(admin, at) };
}

async function failure(content: string, wanted: Wanted, types: Readonly<Record<string, ColumnType>> = {}) {
  const { at, job } = await train(await datasourceOf(admin, content, types), wanted);
  const { _embedded } = await admin.must("prediction.read", { at });
  expect([job.status, _embedded.status, _embedded.latestModel]).toEqual(["failed", "failed", null]);
  expect(_embedded.statusMessage).toBe(job.message);
  return job.message;
}

const inputs = ["age", "income", "debts", "region"];

describe("a training", () => {
  let loansId: string;
  beforeAll(async () => {
    loansId = await datasourceOf(admin, loans(3_000));
  });

  test("results in a numbered model with its report, and is reproducible", { timeout: 180_000 }, async () => {
    const { at, job } = await train(loansId, { label: "paid", inputs });
    expect(job).toMatchObject({ status: "trained", number: 1, model: 1, rows: 3_000, metric: { name: "AUC" } });
    expect(job.stages.map(({ stage, ended }) => [stage, ended !== null])).toEqual(
      ["read", "split", "build", "evaluate", "store"].map((stage) => [stage, true]),
    );
    expect(job.curve.length).toBe(job.iteration);
    const { _embedded: report } = await admin.must("model.read", { at: { ...at, number: "1" } });
    expect(report).toMatchObject({ objective: "binary", rows: 3_000, libraryVersion: "4.7.0", label: { values: ["no", "yes"] } });
    expect(report.split.trainingRows + report.split.validationRows + report.split.holdoutRows).toBe(3_000);
    expect(report.metric.value).toBeGreaterThan(0.9);
    expect(report.metric.baseline).toBe(0.5);
    expect(report.importance.map(({ name }) => name).sort()).toEqual([...inputs].sort());
    expect(["debts", "income"]).toContain(report.importance[0]?.name);
    expect(report.columns.find(({ name }) => name === "age")?.distribution.missing).toBeGreaterThan(30);
    expect(report.columns.find(({ name }) => name === "region")?.values).toContain("east; west");
    expect(report.evaluation.objective === "binary" && report.evaluation.roc.length).toBeGreaterThan(10);
    expect(report.warnings).toEqual([]);

    await admin.must("prediction.train", { at, body: null });
    expect(await trained(admin, at)).toMatchObject({ number: 2, model: 2 });
    const { _embedded: again } = await admin.must("model.read", { at: { ...at, number: "2" } });
    expect([again.hash, again.rowsHash]).toEqual([report.hash, report.rowsHash]);
    const { _embedded: logs } = await admin.must("prediction.trainingLogs", { at });
    expect(logs.lines.map(({ message }) => message).join("\n")).toMatch(/rows to learn from[^]*Iteration 1:[^]*The model is kept\. AUC/);

    const values = { age: 40, income: 5000, debts: 0, region: "north" };
    const { _embedded: good } = await admin.must("model.explain", { at: { ...at, number: "2" }, body: { values } });
    const { _embedded: bad } = await admin.must("model.explain", {
      at: { ...at, number: "2" },
      body: { values: { ...values, debts: 2500, income: 1000 } },
    });
    expect([good.score > 0.9, bad.score < 0.1]).toEqual([true, true]);
    const sum = good.contributions.reduce((all, { contribution }) => all + contribution, good.base);
    expect(sum).toBeCloseTo(good.raw, 9);
  });

  test("warns of columns that leak the label", async () => {
    const { at } = await train(loansId, { label: "paid", settings: { validation: "time", timeColumn: "asked" } });
    const { _embedded: report } = await admin.must("model.read", { at: { ...at, number: "1" } });
    expect(report.warnings.map(({ code, column }) => `${code} ${column}`)).toEqual(["ALONE_PREDICTS told", "IDENTIFIER id"]);
    expect(report.split.holdout).toBe("time");
  });

  test("predicts a number, bands of a number, and several classes", { timeout: 180_000 }, async () => {
    const { at: number } = await train(loansId, { label: "income", inputs: ["age", "debts", "region", "paid"] });
    const { _embedded: regression } = await admin.must("model.read", { at: { ...number, number: "1" } });
    expect(regression).toMatchObject({ objective: "regression", metric: { name: "RMSE", higherIsBetter: false } });
    expect(regression.metric.value).toBeLessThan(regression.metric.baseline ?? 0);
    const { at: banded } = await train(loansId, {
      label: "income",
      inputs: ["debts", "paid"],
      boundaries: { income: [3000], debts: [1000, 2000] },
    });
    const { _embedded: bands } = await admin.must("model.read", { at: { ...banded, number: "1" } });
    expect(bands).toMatchObject({ objective: "binary", label: { values: ["below 3000", "3000 and more"] } });
    const { at: classes } = await train(loansId, { label: "region", inputs: ["age", "income", "debts", "paid"] });
    const { _embedded: multiclass } = await admin.must("model.read", { at: { ...classes, number: "1" } });
    expect(multiclass).toMatchObject({ objective: "multiclass", label: { values: ["east; west", "north", "south"] } });
    const explained = await admin.must("model.explain", { at: { ...classes, number: "1" }, body: { values: { age: 30 } } });
    expect(explained._embedded.probabilities.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
  });

  test("is evaluated on another datasource if there is one", async () => {
    const later = await datasourceOf(admin, loans(500));
    const { at } = await train(loansId, { label: "paid", inputs, evaluation: later });
    const { _embedded: report } = await admin.must("model.read", { at: { ...at, number: "1" } });
    expect(report.split).toMatchObject({ holdoutRows: 500, holdout: "evaluation" });
  });

  test("can be cancelled, and leaves no model", async () => {
    const at = await predictionOver(admin, loansId, { label: "paid", settings: { trees: 5000, learningRate: 0.001, searchSeconds: 600 } });
    await admin.must("prediction.train", { at, body: null });
    await until(async () => ((await admin.must("prediction.training", { at }))._embedded.job?.iteration ?? 0) > 0);
    const { _embedded } = await admin.must("prediction.cancelTraining", { at });
    expect(_embedded).toMatchObject({ status: "configuring", latestModel: null });
    expect((await admin.must("prediction.models", { at })).items).toEqual([]);
    expect((await admin.must("prediction.training", { at }))._embedded.job).toMatchObject({ status: "cancelled", model: null });
  });
});

describe("hostile data", () => {
  const numbers = (count: number, line: (row: number) => string): string => Array.from({ length: count }, (_, row) => line(row)).join("\n");

  test("a label that cannot be learned is reported in a sentence", { timeout: 180_000 }, async () => {
    expect(await failure(`a,b\n${numbers(100, (row) => `${row % 7},yes`)}\n`, { label: "b" })).toMatch(
      /Every row has the same value for the label b/,
    );
    expect(await failure(`a,b\n${numbers(10_000, (row) => `${row % 7},v${row}`)}\n`, { label: "b" })).toMatch(/10000 different values/);
    expect(await failure(`a,b\n${numbers(20, (row) => `${row},${row % 2 === 0 ? "x" : "y"}`)}\n`, { label: "b" })).toMatch(/Only 20 rows/);
    expect(await failure(`a,b\n${numbers(100, (row) => `${row},`)}\n`, { label: "b" }, { b: "STRING" })).toMatch(/No row has a value/);
    expect(await failure(`a,b\n${numbers(100, (row) => `,${row % 2 === 0 ? "x" : "y"}`)}\n`, { label: "b" }, { a: "FLOAT" })).toMatch(
      /None of the selected columns/,
    );
  });

  test("odd names, empty and constant columns, many values: a correct model with warnings", async () => {
    const header = `"a b:c",__proto__,constructor,"x,""y""",empty,one,many,label`;
    const lines = numbers(2_000, (row) => {
      const label = (row * 31) % 100 > 50 ? "1" : "0";
      return `${(row * 31) % 100},p${row % 3},${row % 5},'q\\${row % 4},,same,m${row % 1500},${label}`;
    });
    const content = `${header}\n${lines}\n`;
    const datasourceId = await datasourceOf(admin, content, { empty: "FLOAT", one: "STRING", constructor: "STRING" as const });
    const { at, job } = await train(datasourceId, { label: "label" });
    expect(job).toMatchObject({ status: "trained", message: "" });
    const { _embedded: report } = await admin.must("model.read", { at: { ...at, number: "1" } });
    expect(report.metric.value).toBeGreaterThan(0.99);
    expect(report.importance[0]?.name).toBe("a b:c");
    expect(report.warnings.map(({ code, column }) => `${code} ${column}`)).toEqual([
      "ALONE_PREDICTS a b:c",
      "ALL_MISSING empty",
      "CONSTANT one",
      "MANY_VALUES many",
    ]);
    // The api refuses a body with __proto__; a decision passes it as the name of a field.
    const values = { "a b:c": 90, constructor: "2" };
    const { _embedded } = await admin.must("model.explain", { at: { ...at, number: "1" }, body: { values } });
    expect(_embedded.score).toBeGreaterThan(0.9);
    expect(_embedded.contributions.map(({ name }) => name)).toContain("__proto__");
    expect(_embedded.contributions.find(({ name }) => name === "constructor")?.value).toBe("2");
  });

  test("a datasource that is deleted while it is read", async () => {
    const datasourceId = await datasourceOf(admin, loans(500));
    const at = await predictionOver(admin, datasourceId, { label: "paid", inputs });
    await api.adminClickHouse.command(`RENAME TABLE datasource_${datasourceId} TO gone_${datasourceId}`);
    await admin.must("prediction.train", { at, body: null });
    expect((await trained(admin, at)).message).toBe("A datasource of this training is not there any more.");
  });
});
