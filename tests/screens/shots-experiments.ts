import type { Page } from "playwright-core";
import { addDatasource } from "../support/add-datasource.ts";
import { applicants } from "../support/applicants.ts";
import { eventually } from "../support/eventually.ts";
import { jump } from "./shots-screens.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

const experimentName = "Q3 loans, new debt bands";
const columns = ["age", "bureau_score", "missed_payments", "net_income", "monthly_debts", "employment", "loan_purpose"];

interface Prepared {
  readonly experimentId: string;
  readonly draftId: string;
  /** Over the first thousand, and over all. */
  readonly first: string;
  readonly all: string;
}

/** The same experiments for every picture: created once, found again by their names. */
async function prepared({ admin, product }: Scene): Promise<Prepared> {
  const found = (await admin.do("experiments.list", { query: { limit: "100" } })).items;
  const idOf = (name: string) => found.find(({ _embedded }) => _embedded.name === name)?._embedded.webSafeString;
  const experimentId = idOf(experimentName);
  const draftId = idOf("Motor claims, first look");
  if (experimentId !== undefined && draftId !== undefined) {
    const { items } = await admin.do("experiment.results.list", { at: { experimentId } });
    const resultOf = (records: "first" | "all") =>
      items.find(({ _embedded }) => _embedded.records === records && _embedded.status === "done")?._embedded.webSafeString ?? "";
    return { experimentId, draftId, first: resultOf("first"), all: resultOf("all") };
  }
  const datasourceId = await addDatasource(product, admin, applicants("loans_2026_q3_all", 42_118));
  const solutions = (await admin.do("solutions.list", { query: { limit: "100" } })).items;
  const solutionId = solutions.find(({ _embedded }) => _embedded.name === "Consumer credit scorecard")?._embedded.webSafeString ?? "";
  const made = (await admin.do("experiments.create", { body: { name: experimentName } }))._embedded.webSafeString;
  const draft = (await admin.do("experiments.create", { body: { name: "Motor claims, first look" } }))._embedded.webSafeString;
  const fieldMapping = [
    ...columns.map((key) => ({ key, value: key, useDatasource: true })),
    { key: "residency", value: "NL", useDatasource: false },
  ];
  const run = async (records: "first" | "all") => {
    const body = { solutionId, datasourceId, fieldMapping, records };
    await admin.do("experiment.update", { at: { experimentId: made }, body });
    const experimentResultId = (await admin.do("experiment.run", { at: { experimentId: made } }))._embedded.webSafeString;
    await eventually(
      "the run to be done",
      async () => {
        const { status, message } = (await admin.do("experimentResult.read", { at: { experimentResultId } }))._embedded;
        if (status === "failed") throw new Error(message);
        return status === "done" ? true : undefined;
      },
      { seconds: 60 },
    );
    return experimentResultId;
  };
  const all = await run("all");
  return { experimentId: made, draftId: draft, first: await run("first"), all };
}

async function quiet(page: Page): Promise<void> {
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

async function atEditor(scene: Scene, query = ""): Promise<void> {
  const { experimentId } = await prepared(scene);
  await scene.page.goto(`/admin/experiments/configs/${experimentId}${query}`);
  await scene.page.getByRole("tab", { name: "Configuration" }).waitFor();
  await quiet(scene.page);
}

/** A run in progress, which is too short to be photographed. */
async function withRunning(page: Page): Promise<void> {
  await page.route("**/results?*", async (route) => {
    const response = await route.fetch();
    const list: { items: { _embedded: object; _links: object }[]; _embedded: { total: number } } = await response.json();
    const [newest] = list.items;
    if (newest !== undefined) {
      const started = new Date(Date.now() - 9_000).toISOString();
      const fields = {
        status: "running",
        records: "all",
        resultsCount: 16_005,
        totalCount: 42_118,
        created: started,
        started,
        outcomes: null,
      };
      const running = { ...newest, _embedded: { ...newest._embedded, ...fields, webSafeString: "running" } };
      const failed = {
        ...newest,
        _embedded: {
          ...newest._embedded,
          status: "failed",
          webSafeString: "failed",
          message: "The datasource was deleted.",
          outcomes: null,
        },
        _links: {},
      };
      const cancel = { href: "/dme/manage/v1/experimentResults/running/cancel", allow: ["PUT"] };
      list.items = [{ ...running, _links: { cancel } }, ...list.items, failed];
      list._embedded.total += 2;
    }
    await route.fulfill({ response, json: list });
  });
}

const chip = (page: Page, field: string) => page.locator(`[data-field="${field}"]`);

/** With the chart of the design. */
async function atChart(scene: Scene, which: "first" | "all"): Promise<Page> {
  const { page } = scene;
  const id = (await prepared(scene))[which];
  await page.goto(`/experiments/result/${id}`);
  await chip(page, "runtime.total").waitFor();
  for (const [field, key] of [
    ["application.net_income", "x"],
    ["runtime.total", "y"],
    ["runtime.result", "c"],
  ] as const) {
    await chip(page, field).focus();
    await page.keyboard.press(key);
  }
  await page.getByText(/records in [\d,]+ marks$/).waitFor();
  await page.getByRole("listbox", { name: "Marks" }).waitFor();
  await page.getByText("Approve", { exact: true }).waitFor();
  return page;
}

export const emptyExperimentShots: readonly Shot[] = [
  screen("experiments-empty", "No experiments yet", async ({ page }) => {
    await page.goto("/admin/experiments/configs");
    await page.getByText("No experiments yet").waitFor();
  }),
];

export const experimentShots: readonly Shot[] = [
  screen("experiments-full", "Experiments", async (scene) => {
    await prepared(scene);
    await scene.page.goto("/admin/experiments/configs");
    await scene.page.getByText(experimentName, { exact: true }).first().waitFor();
    await quiet(scene.page);
  }),
  screen("experiments-add", "A new experiment needs a name", async (scene) => {
    await prepared(scene);
    const { page } = scene;
    await page.goto("/admin/experiments/configs");
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add an experiment" });
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.getByText("Enter a name").waitFor();
  }),
  screen("experiments-error", "The list cannot be read", async ({ page }) => {
    await page.goto("/admin");
    await page.route("**/dme/manage/v1/experiments?*", (route) => route.fulfill({ status: 500, json: {} }));
    await jump(page, "Experiments");
    await page.getByText("Something went wrong.").waitFor();
  }),
  screen("experiment-new", "An experiment before anything is chosen", async (scene) => {
    const { draftId } = await prepared(scene);
    await scene.page.goto(`/admin/experiments/configs/${draftId}`);
    await scene.page.getByText("Choose a solution to see its fields.").waitFor();
    await quiet(scene.page);
  }),
  screen("experiment-configuration", "Solution, datasource and mapping, with one field that does not fit", async (scene) => {
    await atEditor(scene);
    const { page } = scene;
    await page.getByRole("group", { name: "Source of missed_payments" }).getByRole("button", { name: "Literal" }).click();
    await page.getByRole("textbox", { name: "Value of missed_payments" }).fill("24.5");
    await page.getByText("Correct 1 field to execute").waitFor();
    await page
      .getByText(/^\d+, \d+, \d+$/)
      .first()
      .waitFor();
  }),
  screen("experiment-execution", "Results, one of which is running", async (scene) => {
    await withRunning(scene.page);
    await atEditor(scene, "?tab=execution");
    await scene.page.getByText("16,005 of 42,118 records").waitFor();
  }),
  screen("experiment-no-results", "No results yet", async (scene) => {
    const { draftId } = await prepared(scene);
    await scene.page.goto(`/admin/experiments/configs/${draftId}?tab=execution`);
    await scene.page.getByText("No results yet").waitFor();
    await quiet(scene.page);
  }),
  screen("visualiser-empty", "Nothing is drawn yet", async (scene) => {
    const { first } = await prepared(scene);
    await scene.page.goto(`/experiments/result/${first}`);
    await scene.page.getByText("Nothing is drawn yet").waitFor();
    await quiet(scene.page);
  }),
  screen("visualiser-full", "A chart of a thousand records, one of them selected", async (scene) => {
    const page = await atChart(scene, "first");
    const mark = page.locator('.vi-mark[fill="var(--al-chart-1)"]').nth(200);
    await mark.click({ force: true });
    await page.getByRole("button", { name: "Open trace" }).waitFor();
    await page.mouse.move(5, 400);
  }),
  screen("visualiser-all", "42,118 records, counted where they are", async (scene) => {
    await atChart(scene, "all");
  }),
  screen("visualiser-options", "How an axis reads its field", async (scene) => {
    const page = await atChart(scene, "first");
    await page.getByRole("button", { name: "X axis options" }).click();
    await page.getByRole("switch", { name: "Group into steps" }).click();
    await page.getByRole("textbox", { name: "Step" }).fill("250");
    await page.getByText("steps of 250").waitFor();
  }),
  screen("visualiser-trace", "A record on the diagram", async (scene) => {
    const page = await atChart(scene, "first");
    await page.locator('.vi-mark[fill="var(--al-chart-2)"]').first().click({ force: true });
    await page.getByRole("button", { name: "Open trace" }).click();
    const trace = page.getByRole("dialog", { name: /^Record/ });
    await trace.locator("[data-node]").first().waitFor();
    await trace.getByText("Changed").first().waitFor();
  }),
  screen("visualiser-loading", "Results on their way", async (scene) => {
    const { first } = await prepared(scene);
    await scene.page.route("**/details", () => undefined);
    await scene.page.goto(`/experiments/result/${first}`);
    await scene.page.getByText("Loading results...").waitFor();
  }),
  screen("visualiser-error", "A result that cannot be read", async (scene) => {
    const { first } = await prepared(scene);
    await scene.page.route("**/details", (route) => route.fulfill({ status: 500, json: {} }));
    await scene.page.goto(`/experiments/result/${first}`);
    await scene.page.getByText("Something went wrong.").waitFor();
  }),
];
