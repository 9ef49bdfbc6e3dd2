import type { DecisionTableNode } from "@airlock/flow";
import type { Page } from "playwright-core";
import { untilOpen } from "../journeys/support/editor.ts";
import { addDatasource } from "../support/add-datasource.ts";
import type { Caller } from "../support/caller.ts";
import { eventually } from "../support/eventually.ts";
import { limitFlow } from "../support/limit-flow.ts";
import { pastFlow, type PastExample } from "../support/past-example.ts";
import type { Product } from "../support/product.ts";
import type { Scene, Shot } from "./shot.ts";

const patience = { timeout: 30_000 };

/** Debts count from 0.3 on instead of 0.2, and one row is worth less. */
function stricter(table: DecisionTableNode): DecisionTableNode {
  const tableRows = table.tableRows.map((row) => ({
    ...row,
    inputs: row.inputs.map((cell) => cell.replace("0.2", "0.3")),
    outputs: row.id === "r6" ? ["Refer", "3000"] : row.outputs,
  }));
  return { ...table, tableRows };
}

let made: Promise<PastExample & { readonly comparisonId: string }> | undefined;
function past(product: Product, admin: Caller) {
  made ??= (async () => {
    const example = await pastFlow(product, admin, 2_400, limitFlow());
    const { solutionId, versionId } = example;
    await admin.do("definition.update", { at: { solutionId }, body: limitFlow(stricter) });
    const over = { executions: { start: new Date(Date.now() - 3 * 86_400_000).toISOString(), end: new Date().toISOString() } };
    const body = { left: { versionWss: versionId }, right: { solutionWss: solutionId }, over };
    const { _embedded } = await admin.do("comparisons.create", { body });
    await admin.do("definition.update", { at: { solutionId }, body: limitFlow() });
    return { ...example, comparisonId: _embedded.webSafeString };
  })();
  return made;
}

let ran: Promise<string> | undefined;
/** An experiment of the table, over made-up rows. */
function result(product: Product, admin: Caller): Promise<string> {
  ran ??= (async () => {
    const name = `Limits ${Date.now().toString(36)}`;
    const definition = limitFlow();
    const columns = [
      { name: "age", type: "INTEGER" as const },
      { name: "residency", type: "STRING" as const },
      { name: "net_income", type: "FLOAT" as const },
      { name: "monthly_debts", type: "FLOAT" as const },
    ];
    const rows = Array.from({ length: 500 }, (_, at) => [16 + ((at * 7) % 62), at % 9 === 0 ? "US" : "NL", 2500, (at * 37) % 1500]);
    const datasourceId = await addDatasource(product, admin, { name, columns, rows });
    const solutionId = (await admin.do("solutions.create", { body: { name, definition } }))._embedded.webSafeString;
    const at = { experimentId: (await admin.do("experiments.create", { body: { name } }))._embedded.webSafeString };
    const fieldMapping = definition.applicationDatasetFields.map((field) => ({ key: field.key, value: field.name, useDatasource: true }));
    await admin.do("experiment.update", { at, body: { solutionId, datasourceId, fieldMapping, records: "all" } });
    const experimentResultId = (await admin.do("experiment.run", { at }))._embedded.webSafeString;
    const isDone = async () =>
      (await admin.do("experimentResult.read", { at: { experimentResultId } }))._embedded.status === "done" ? true : undefined;
    await eventually(`${name} to have run`, isDone, { seconds: 30 });
    return experimentResultId;
  })();
  return ran;
}

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name: `table-rows-${name}`, shows, signedIn: true, arrange };
}

async function openTable(page: Page): Promise<void> {
  await page.locator('[data-node="limit"]').click();
  const details = page.getByRole("button", { name: "Show details" });
  if (await details.isVisible()) await details.click();
  await page.getByRole("tab", { name: "Properties" }).click();
  await page.getByRole("button", { name: "Open table" }).click();
  await page.getByRole("grid").waitFor();
}

async function atComparison({ page, product, admin }: Scene): Promise<void> {
  const { comparisonId } = await past(product, admin);
  await page.goto(`/compare/${comparisonId}`);
  await page.getByText(/^Replayed in/).waitFor(patience);
  await page.locator(".cmp-open").first().waitFor(patience);
}

export const tableRowShots: readonly Shot[] = [
  screen("run", "A decision table after a run and the test cases, with the executions of the live version", async (scene) => {
    const { page, product, admin } = scene;
    const { solutionId } = await past(product, admin);
    await page.goto(`/solution/${solutionId}`);
    await untilOpen(page);
    await page.getByRole("button", { name: "Execute", exact: true }).first().click();
    await page
      .getByText(/7,?500/)
      .first()
      .waitFor(patience);
    await page.getByRole("tab", { name: /Test cases/ }).click();
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText(/table rows covered/).waitFor();
    await page.getByRole("button", { name: "Fit to screen" }).click();
    await openTable(page);
    await page.getByRole("columnheader", { name: /Last 7 days/ }).waitFor(patience);
  }),
  screen("trace", "An execution with the row of a table that counted", async ({ page, product, admin }) => {
    const { versionId } = await past(product, admin);
    const { items } = await admin.do("executions.list", { query: { versions: versionId, limit: "1" } });
    await page.goto(`/execution/${items[0]?._embedded.webSafeString}`);
    await page
      .getByText(/of 10$/)
      .or(page.getByText("Default row"))
      .first()
      .waitFor(patience);
  }),
  screen("heat", "Executions of each row of a table", async ({ page, product, admin }) => {
    const { versionId } = await past(product, admin);
    await page.goto(`/version/${versionId}`);
    await page.getByText("2,400 executions").first().waitFor(patience);
    await page.locator('[data-node="limit"]').click();
    await page.getByRole("table", { name: "Executions by row" }).waitFor(patience);
  }),
  screen("compare", "Changed records with the rows of a table", atComparison),
  screen("compare-record", "One record by two tables", async (scene) => {
    await atComparison(scene);
    await scene.page.locator(".cmp-open").first().click();
    await scene.page.locator(".cmp-pairs").first().waitFor(patience);
  }),
  screen("thresholds", "Thresholds of a table", async ({ page, product, admin }) => {
    await page.goto(`/experiments/result/${await result(product, admin)}/thresholds`);
    await page
      .getByText(/records with a value reached this/)
      .first()
      .waitFor(patience);
  }),
];
