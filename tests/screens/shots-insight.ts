import type { Page } from "playwright-core";
import type { Caller } from "../support/caller.ts";
import { addExample } from "../journeys/support/editor.ts";
import { pastExample, withBand, type PastExample } from "../support/past-example.ts";
import type { Product } from "../support/product.ts";
import { eventually } from "../support/eventually.ts";
import { scorecardResult } from "../support/scorecard-result.ts";
import type { Scene, Shot } from "./shot.ts";

const patience = { timeout: 30_000 };
let made: Promise<PastExample & { readonly comparisonId: string }> | undefined;

let dragged: ReturnType<typeof scorecardResult> | undefined;

/** Shared by these pictures: the result of an experiment over 600 records. */
export function result(product: Product, admin: Caller): ReturnType<typeof scorecardResult> {
  return (dragged ??= scorecardResult(product, admin, 600));
}

/** Shared by these pictures: a version with many executions, and a draft that was compared with it. */
export function past(product: Product, admin: Caller) {
  made ??= (async () => {
    const example = await pastExample(product, admin, 3_000);
    const { solutionId, versionId } = example;
    await admin.do("definition.update", { at: { solutionId }, body: withBand(example.definition, 60) });
    const over = { executions: { start: new Date(Date.now() - 3 * 86_400_000).toISOString(), end: new Date().toISOString() } };
    const body = { left: { versionWss: versionId }, right: { solutionWss: solutionId }, over };
    const { _embedded } = await admin.do("comparisons.create", { body });
    return { ...example, comparisonId: _embedded.webSafeString };
  })();
  return made;
}

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function atHeat({ page, product, admin }: Scene): Promise<void> {
  const { versionId } = await past(product, admin);
  await page.goto(`/version/${versionId}`);
  await page.getByText("3,000 executions").first().waitFor(patience);
}

async function zoomOut(page: Page, until: string): Promise<void> {
  while ((await page.locator(until).count()) === 0) await page.getByRole("button", { name: "Zoom out" }).click();
}

async function atComparison({ page, product, admin }: Scene): Promise<Page> {
  const { comparisonId } = await past(product, admin);
  await page.goto(`/compare/${comparisonId}`);
  await page.getByText(/^Replayed in/).waitFor(patience);
  await page.locator(".cmp-open").first().waitFor(patience);
  return page;
}

export const insightShots: readonly Shot[] = [
  screen("diff-nothing", "A comparison without executions, over the test cases", async ({ page, admin }) => {
    const solutionId = await addExample(admin, "Never called");
    const version = await admin.do("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
    await page.goto(`/compare?solution=${solutionId}&left=${version._embedded.webSafeString}`);
    await page.getByRole("button", { name: "Compare", exact: true }).click(patience);
    await page.getByRole("button", { name: /^Run \d+ test cases$/ }).click(patience);
    await page.getByRole("region", { name: "Test cases compared" }).waitFor();
  }),
  screen("heat", "Heat map of a version", atHeat),
  {
    ...screen("heat-node", "Heat map of one node, with the slowest executions", async (scene) => {
      await atHeat(scene);
      await scene.page.locator('[data-node="underwriting"]').click();
      await scene.page.getByRole("table", { name: "Slowest executions" }).waitFor(patience);
      await scene.page.mouse.move(400, 20);
    }),
    wideOnly: true,
  },
  {
    ...screen("heat-far", "Heat map from afar", async (scene) => {
      await atHeat(scene);
      await zoomOut(scene.page, ".cv-node.is-far");
    }),
    wideOnly: true,
  },
  {
    ...screen("heat-dots", "Heat map from very far", async (scene) => {
      await atHeat(scene);
      await zoomOut(scene.page, ".cv-dots");
    }),
    wideOnly: true,
  },
  {
    ...screen("compare-far", "Where the flow moved, from afar", async (scene) => {
      await zoomOut(await atComparison(scene), ".cv-node.is-far");
    }),
    wideOnly: true,
  },
  screen("heat-list", "Heat map as a list", async (scene) => {
    await atHeat(scene);
    await scene.page.getByRole("button", { name: "Show as list" }).click();
  }),
  screen("heat-empty", "A period without executions", async (scene) => {
    await atHeat(scene);
    await scene.page.getByRole("button", { name: "CUSTOM" }).click();
    await scene.page.getByLabel("From", { exact: true }).first().fill("2020-01-01T00:00");
    await scene.page.getByLabel("To", { exact: true }).first().fill("2020-01-08T00:00");
    await scene.page.getByText("No executions in this period.").waitFor(patience);
  }),
  screen("heat-error", "Heat map that cannot be counted", async (scene) => {
    const { versionId } = await past(scene.product, scene.admin);
    await scene.page.route("**/heat?**", (route) => route.fulfill({ status: 503, contentType: "application/problem+json", body: "{}" }));
    await scene.page.goto(`/version/${versionId}`);
    await scene.page.getByText("Something went wrong").first().waitFor(patience);
  }),
  screen("compare", "Two flows over the same executions", async (scene) => {
    await atComparison(scene);
  }),
  screen("compare-record", "One execution by both flows", async (scene) => {
    const page = await atComparison(scene);
    await page.locator(".cmp-open").first().click();
    await page.locator(".cmp-pairs").first().waitFor(patience);
  }),
  {
    ...screen("compare-paths", "Both ways of one execution on the diagram", async (scene) => {
      const page = await atComparison(scene);
      await page.locator(".cmp-open").first().click();
      await page.getByRole("button", { name: "Both paths on diagram" }).click();
      await page.getByText("New path", { exact: true }).waitFor();
    }),
    wideOnly: true,
  },
  screen("compare-new", "Choosing what to compare", async ({ page, product, admin }) => {
    const { solutionId } = await past(product, admin);
    await page.goto(`/compare?solution=${solutionId}`);
    await page.getByText("What would have changed?").waitFor();
  }),
  screen("thresholds", "Thresholds of a flow that ran, one of them dragged", async ({ page, product, admin }) => {
    const { experimentResultId } = await result(product, admin);
    const tell = ["defaulted_12m", "loan_amount"].map((column) => JSON.stringify([column])).join("\n");
    await page.goto(`/experiments/result/${experimentResultId}/thresholds?tell=${encodeURIComponent(tell)}`);
    await page.getByRole("row", { name: /^mean of loan_amount/ }).waitFor(patience);
    await page.getByRole("slider", { name: "Border at 560", exact: true }).focus(patience);
    for (let press = 0; press < 10; press += 1) await page.keyboard.press("ArrowLeft");
    await page.getByText("Decline").or(page.getByText("Refer")).first().waitFor(patience);
    await page.locator(".sl-move").first().waitFor(patience);
    const means = page.getByRole("row", { name: /^mean of loan_amount/ }).getByRole("cell");
    const differs = async () => (await means.nth(0).textContent()) !== (await means.nth(1).textContent());
    await eventually("another mean of the changed thresholds", async () => ((await differs()) ? true : undefined), { seconds: 30 });
  }),
  screen("thresholds-links", "Values that the conditions of links compare", async ({ page, product, admin }) => {
    const { experimentResultId } = await result(product, admin);
    await page.goto(`/experiments/result/${experimentResultId}/thresholds`);
    await page.getByRole("button", { name: /^Total score/ }).click(patience);
    await page.getByText(/records with a value reached this/).waitFor(patience);
  }),
  screen("rows-heat", "Heat map of a result", async ({ page, product, admin }) => {
    const { experimentResultId } = await result(product, admin);
    await page.goto(`/experiments/result/${experimentResultId}/heat`);
    await page.getByText("600 records").first().waitFor(patience);
    await page.getByText("Every node was reached.").waitFor(patience);
  }),
  screen("rows-mapping", "Choosing a datasource to compare over", async ({ page, product, admin }) => {
    const { solutionId, name } = await result(product, admin);
    await page.goto(`/compare?solution=${solutionId}`);
    await page.getByRole("combobox", { name: "Over", exact: true }).click(patience);
    await page.getByRole("option", { name: "A datasource..." }).click();
    await page.getByRole("combobox", { name: "Datasource" }).fill(name);
    await page.getByRole("option", { name }).click(patience);
    await page.getByRole("table", { name: "Field mapping" }).waitFor(patience);
  }),
  screen("rows-compared", "Dragged numbers compared over the records of a result", async ({ page, product, admin }) => {
    const { experimentResultId } = await result(product, admin);
    const { _embedded: ran } = await admin.do("experimentResult.read", { at: { experimentResultId } });
    const changes = [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "300" }];
    const fieldMapping = ran.fieldMapping.map(({ key, value, useDatasource }) => ({ key, value, useDatasource }));
    const flow = { experimentResultWss: experimentResultId };
    const over = { datasourceId: ran.datasource.webSafeString, fieldMapping };
    const body = { left: flow, right: { ...flow, changes }, over };
    const { _embedded } = await admin.do("comparisons.create", { body });
    await page.goto(`/compare/${_embedded.webSafeString}`);
    await page.getByText(/^Replayed in/).waitFor(patience);
    await page.locator(".cmp-open").first().click(patience);
    await page.locator(".cmp-pairs").first().waitFor(patience);
  }),
];
