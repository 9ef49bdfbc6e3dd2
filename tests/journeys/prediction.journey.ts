import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDatasource, csvOf } from "../support/add-datasource.ts";
import { violationsOf } from "../support/axe.ts";
import { ask, issueKey } from "../support/decision.ts";
import { loans } from "../support/loans.ts";
import { scoringFlow } from "../support/scoring-flow.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, holdMessage, onScreen, openScreen, readMessage } from "./support/seen.ts";
import { rowOf } from "./support/table.ts";
import { unique } from "./support/unique.ts";
import { withPermissions } from "./support/with-permissions.ts";

/** The statements of the specification about these screens, each with the story that shows it. */
const sentences = {
  sideMenu: "The side-menu item appears only if the user holds its permission and it has an icon",
  loads: "Lists load only if the user holds the view permission",
  menu: "/admin/predictions/configs, Predictions list (exact match), for those who may view prediction configs",
  route: "/admin/predictions/configs/{id}, Prediction configuration editor, not in the menu",
  window: "/prediction/{id}, Prediction editor",
  create: "New prediction config: name required; empty marks the field as error and blocks creation",
  type: "Prediction type defaults to standard",
  list: "List: create dialog, edit and delete actions; columns name, type, status",
  configuring: "Status shows the statusMessage, or 'Configuring' if empty",
  back: "Editor: back arrow to the list",
  tabs: "Tabs: Overview, Datasources, Field mappings (standard type only), Jobs",
  noDatasource: "Please select a valid training datasource first.",
  noInputs: "Prediction configuration does not have any input fields defined",
  noJob: "Prediction Config status: No training job has been started for this prediction configuration.",
  label: "The label column is chosen by radio; choosing it removes it from the selected rows",
  trainingFields: "Training fields are the selected columns",
  boundary: "New boundary defaults to the highest existing boundary plus one, or 0",
  values: "Values count of a string column must be numeric",
  columnTypes: "Column types STRING, INTEGER, FLOAT",
  bounds: "Column: boundaries (numeric types), values or valuesCount (string)",
  column: "New column defaults: name 'new', type STRING",
  saved: "Prediction saved: success notice '{name} saved'",
  events: "Only predictive-analytics datasources can be the events datasource",
  scheduler: "Analytics-prediction configs show a scheduler instead",
  train: "Train is disabled while training",
  cancel: "Cancel training is enabled only while training",
  deploy: "Deploy is enabled only when trained",
  jobs: "Training job: jobId, status, created, ended, lastStatusUpdate",
  training: "Training job status values seen: training",
  trained: "Training job status values seen: trained",
  failure: "Prediction config failure: error notice titled 'Prediction Config Editor' with the embedded status message",
  node: "Prediction (config, input fields, score field)",
  save: "Save needs view and update",
  mayTrain: "Train and Cancel training need view, update and train",
  mayDeploy: "Deploy needs view, update and deploy",
  inline: "Inline name edits need update; create and delete buttons need create and delete permission",
} as const;
const shown = new Set<string>();
function shows(...names: readonly (keyof typeof sentences)[]): void {
  for (const name of names) shown.add(name);
}

/** The duration of a training depends on the load of the machine. */
const patience = { timeout: 60_000 };

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

async function upload(page: Page, name: string, csv: string): Promise<void> {
  await page.goto("/admin/datasources");
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a datasource" });
  await dialog.locator('input[type="file"]').setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer: Buffer.from(csv) });
  await expect.poll(() => dialog.getByRole("radio", { name: `${name}.csv` }).isChecked()).toBe(true);
  await dialog.getByRole("button", { name: "Next" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "hidden" });
}

async function createPrediction(page: Page, name: string): Promise<void> {
  await page.goto("/admin/predictions/configs");
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  const dialog = page.getByRole("dialog", { name: "New prediction" });
  await dialog.getByRole("textbox", { name: "Name" }).fill(name);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await onScreen(page, name);
}

async function chooseDatasource(page: Page, place: string, name: string): Promise<void> {
  await tab(page, "Datasources").click();
  const field = page.getByRole("combobox", { name: place });
  await field.fill(name);
  await page.getByRole("option", { name }).click();
  await expect.poll(() => field.inputValue()).toBe(name);
}

/** The editor of a prediction whose training datasource and label are chosen; nothing is saved yet. */
async function mapped(page: Page, name: string, datasource: string, label = "defaulted_12m"): Promise<void> {
  await createPrediction(page, name);
  await chooseDatasource(page, "Training datasource", datasource);
  await tab(page, "Field mappings").click();
  await page.getByRole("radio", { name: `Label is ${label}`, exact: true }).click();
}

async function setNumber(page: Page, label: string, value: string): Promise<void> {
  await tab(page, "Overview").click();
  await page.getByRole("textbox", { name: label, exact: true }).fill(value);
}

journey(
  "a prediction is created, its columns are mapped and saved, by the rules of the specification",
  async ({ open, admin, product }) => {
    const [name, datasource] = [unique("Default risk"), unique("Loans")];
    const { page } = await open();
    await signInAt(page, "/admin", adminEmail);
    await addDatasource(product, await admin(), loans(datasource, 400));
    await openScreen(page, "Predictions");
    await onScreen(page, "Predictions");
    await arrive(page, "/admin/predictions/configs");
    shows("menu");

    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "New prediction" });
    expect(await dialog.getByRole("combobox", { name: "Type" }).innerText()).toBe("Standard");
    shows("type");
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await dialog.getByText("Enter a name", { exact: true }).waitFor();
    const nameField = dialog.getByRole("textbox", { name: "Name" });
    expect(await nameField.getAttribute("aria-invalid")).toBe("true");
    shows("create");
    await nameField.fill(name);
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await onScreen(page, name);
    expect(new URL(page.url()).pathname).toMatch(/^\/admin\/predictions\/configs\/[0-9A-Za-z_-]+$/);
    await page.getByRole("banner").getByText("Configuring", { exact: true }).waitFor();
    shows("route", "configuring");

    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Overview", "Datasources", "Field mappings", "Jobs"]);
    await page.getByText(sentences.noInputs, { exact: true }).waitFor();
    await tab(page, "Jobs").click();
    await page.getByText(sentences.noJob, { exact: true }).waitFor();
    await tab(page, "Field mappings").click();
    await page.getByText(sentences.noDatasource, { exact: true }).waitFor();
    expect(await button(page, "Train").isDisabled()).toBe(true);
    shows("noInputs", "noJob", "noDatasource");

    await chooseDatasource(page, "Training datasource", datasource);
    await tab(page, "Field mappings").click();
    const table = page.getByRole("table", { name: "Field mappings" });
    // A column that is distinct in every row is not used, unless the user selects it.
    await table.getByText("Different in every record: it names the record", { exact: true }).waitFor();
    expect(await table.getByRole("checkbox", { name: "Use customer_id" }).isChecked()).toBe(false);
    expect(await table.getByRole("checkbox", { name: "Use defaulted_12m" }).isChecked()).toBe(true);
    await table.getByRole("radio", { name: "Label is defaulted_12m" }).click();
    expect(await table.getByRole("checkbox", { name: "Use defaulted_12m" }).isChecked()).toBe(false);
    expect(await table.getByRole("checkbox", { name: "Use defaulted_12m" }).isDisabled()).toBe(true);
    await page.getByText("8 of 10 inputs used", { exact: true }).waitFor();
    shows("label");

    await table.getByRole("combobox", { name: "Type of age" }).click();
    await page.getByRole("option", { name: "FLOAT" }).waitFor();
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["STRING", "INTEGER", "FLOAT"]);
    await page.keyboard.press("Escape");
    expect(await table.getByRole("textbox", { name: "Values of age" }).count()).toBe(0);
    expect(await table.getByRole("button", { name: "Add boundary to employment" }).count()).toBe(0);
    shows("columnTypes", "bounds");
    const add = table.getByRole("button", { name: "Add boundary to age" });
    await add.click();
    await table.getByRole("button", { name: "Change 0 of age" }).click();
    await table.getByRole("textbox", { name: "Boundary of age" }).fill("25");
    await page.keyboard.press("Enter");
    await add.click();
    await table.getByRole("button", { name: "Change 26 of age" }).waitFor();
    await table.getByRole("button", { name: "Remove 26 from age" }).click();
    shows("boundary");
    const values = table.getByRole("textbox", { name: "Values of employment" });
    await values.fill("many");
    await table.getByRole("alert").getByText("A whole number from 1 to 1,000,000", { exact: true }).waitFor();
    await values.fill("4");
    await table.getByRole("alert").waitFor({ state: "hidden" });
    shows("values");
    await button(page, "Add column").click();
    expect(await table.getByRole("textbox", { name: "Name of new" }).inputValue()).toBe("new");
    expect(await table.getByRole("combobox", { name: "Type of new" }).innerText()).toBe("STRING");
    await table.getByText("Not a column of the datasource", { exact: true }).waitFor();
    shows("column");
    await table.getByRole("button", { name: "Remove new" }).click();
    expect(await violationsOf(page)).toEqual([]);

    // Unsaved changes are not lost by accident.
    await page.getByRole("banner").getByRole("link", { name: "Back to predictions" }).click();
    await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    await button(page, "Save").click();
    await readMessage(page, `${name} saved`);
    expect(await button(page, "Save").isDisabled()).toBe(true);
    shows("saved");
    await tab(page, "Overview").click();
    const inputs = page.getByRole("table", { name: "Input fields" });
    await inputs.waitFor();
    expect(await inputs.getByRole("row").count()).toBe(9);
    expect(await inputs.getByText("defaulted_12m", { exact: true }).count()).toBe(0);
    shows("trainingFields");

    const own = `/prediction/${new URL(page.url()).pathname.split("/").at(-1)}`;
    await page.goto(`${own}?tab=mapping`);
    await onScreen(page, name);
    await page.getByRole("table", { name: "Field mappings" }).getByRole("button", { name: "Change 25 of age" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Main" }).count()).toBe(0);
    shows("window");
    await page.getByRole("banner").getByRole("link", { name: "Back to predictions" }).click();
    await arrive(page, "/admin/predictions/configs");
    shows("back");

    const row = rowOf(page, name);
    await row.getByText("Standard", { exact: true }).waitFor();
    expect(await page.getByRole("columnheader").allInnerTexts()).toEqual(expect.arrayContaining(["Name", "Type", "Status"]));
    await row.getByText("Configuring", { exact: true }).waitFor();
    await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    await onScreen(page, name);
    await page.goBack();
    await page.getByRole("button", { name: `Delete ${name}`, exact: true }).click();
    await page.getByRole("alertdialog", { name: "Delete prediction?" }).getByRole("button", { name: "Delete", exact: true }).click();
    await readMessage(page, `${name} deleted`);
    await row.waitFor({ state: "hidden" });
    shows("list");

    // The other type learns from events: no mapping, and only a predictiveAnalytics datasource.
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const analytics = unique("Next purchase");
    await nameField.fill(analytics);
    await dialog.getByRole("combobox", { name: "Type" }).click();
    await page.getByRole("option", { name: "Analytics prediction" }).click();
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await onScreen(page, analytics);
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Overview", "Datasources", "Jobs"]);
    shows("tabs");
    await page.getByText("At a fixed time", { exact: true }).waitFor();
    expect(
      await page
        .getByRole("textbox", { name: "Time" })
        .or(page.getByLabel("Time", { exact: true }))
        .inputValue(),
    ).toBe("00:00");
    shows("scheduler");
    await tab(page, "Datasources").click();
    await page.getByRole("combobox", { name: "Events datasource" }).fill(datasource);
    await page.getByText("No datasource matches", { exact: true }).waitFor();
    shows("events");
  },
);

const applicants = {
  good: {
    age: 44,
    net_income: 3900,
    monthly_debts: 120,
    bureau_score: 715,
    months_in_job: 140,
    employment: "permanent",
    loan_purpose: "car",
  },
  bad: { age: 23, net_income: 1100, monthly_debts: 1200, bureau_score: 450, months_in_job: 1, employment: "none", loan_purpose: "debts" },
} as const;

async function scoreOf(response: Response): Promise<number> {
  const body: unknown = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  const score = /"pd":([0-9.eE+-]+)/.exec(JSON.stringify(body))?.[1];
  return Number(score);
}

/** Moves through a chart with the keyboard and returns its first and last announcements. */
async function walk(chart: Locator, page: Page): Promise<readonly (string | null)[]> {
  // The pointer would move it too.
  await page.mouse.move(0, 0);
  await chart.focus();
  await page.keyboard.press("Home");
  const first = await chart.getAttribute("aria-valuetext");
  await page.keyboard.press("End");
  return [first, await chart.getAttribute("aria-valuetext")];
}

journey(
  "from an uploaded file to a served decision that uses the score; the report is read by keyboard",
  async ({ open, admin, product }) => {
    const [name, datasource, solutionName] = [unique("Default risk"), unique("Loans"), unique("Lending")];
    const { page } = await open();
    await signInAt(page, "/admin", adminEmail);
    await upload(page, datasource, csvOf(loans(datasource, 3000)));
    await mapped(page, name, datasource);
    await setNumber(page, "Maximum number of trees", "60");
    await button(page, "Train").click();
    await page.getByRole("list", { name: "Stages" }).waitFor();
    await readMessage(page, `Model 1 of ${name} trained`, patience);
    const job = page.getByRole("table", { name: "Jobs" }).getByRole("row").nth(1);
    await job.getByText("Job 1", { exact: true }).waitFor();
    await job.getByText("Trained", { exact: true }).waitFor();
    expect(await page.getByRole("table", { name: "Jobs" }).getByRole("columnheader").allInnerTexts()).toEqual(
      expect.arrayContaining(["Job", "Status", "Created", "Ended", "Last status update"]),
    );
    shows("jobs", "trained");
    await page.getByRole("button", { name: "Logs of job 1" }).click();
    await page.getByRole("list", { name: "Log of job 1" }).getByRole("listitem").first().waitFor();
    await expect.poll(() => button(page, "Deploy").isEnabled()).toBe(true);
    expect(await button(page, "Cancel training").isDisabled()).toBe(true);
    shows("deploy");

    await page.getByRole("button", { name: "Model 1", exact: true }).click();
    await page.getByRole("heading", { name: "Model 1", exact: true }).waitFor();
    const measures = page.getByRole("table", { name: "Measures" });
    const auc = (await measures.getByRole("row").nth(1).getByRole("cell").nth(1).innerText()).replaceAll(/[^0-9.]/g, "");
    expect(Number(auc)).toBeGreaterThan(0.7);
    const [from, to] = await walk(page.getByRole("slider", { name: "ROC curve" }), page);
    expect([from, to]).toEqual([
      "True positive rate 0.0%, false positive rate 0.0%",
      "True positive rate 100.0%, false positive rate 100.0%",
    ]);
    for (const chart of ["ROC curve", "Lift", "Calibration", "Learning curve", "What the score depends on"]) {
      await page.getByRole("button", { name: `Show ${chart} as a table` }).press("Enter");
      await page.getByRole("table", { name: chart }).getByRole("cell").first().waitFor();
    }
    const confusion = page.getByRole("table", { name: "Confusion", exact: true });
    const before = await confusion.innerText();
    await page.getByRole("radio", { name: "0.100" }).first().click();
    expect(await confusion.innerText()).not.toBe(before);
    await page.getByRole("combobox", { name: "Take a record of the datasource" }).click();
    await page.getByRole("option", { name: "Record 2", exact: true }).click();
    await button(page, "Explain").click();
    await page.getByRole("list", { name: "What the score comes from" }).getByRole("listitem").first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await button(page, "Deploy model 1").click();
    await readMessage(page, `Model 1 of ${name} deployed`);

    const config = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const boss = await admin();
    const solution = await boss.do("solutions.create", { body: { name: solutionName, description: "" } });
    const solutionId = solution._embedded.webSafeString;
    const types = {
      age: "Integer",
      net_income: "Float",
      monthly_debts: "Float",
      bureau_score: "Integer",
      months_in_job: "Integer",
    } as const;
    const named = (field: string) => ({ name: field, type: (types as Record<string, "Integer" | "Float">)[field] ?? ("String" as const) });
    await boss.do("definition.update", {
      at: { solutionId },
      body: scoringFlow(config, [...Object.keys(applicants.good), "region"].map(named), "pd"),
    });
    await page.goto(`/solution/${solutionId}`);
    await page.locator('[data-node="pd"]').click();
    await page.getByRole("combobox", { name: "Model", exact: true }).getByText("The deployed one, now 1").waitFor({ state: "attached" });
    expect(
      await page
        .getByRole("combobox", { name: "Prediction", exact: true })
        .evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]?.text),
    ).toBe(name);
    expect(await page.getByRole("combobox", { name: "Reason codes" }).inputValue()).toBe("0");
    shows("node");

    await page.goto(`/admin/solutions?q=${encodeURIComponent(solutionName)}`);
    await page.getByRole("button", { name: `Versions of ${solutionName}` }).click();
    await page.getByRole("button", { name: "Create version" }).first().click();
    const dialog = page.getByRole("dialog", { name: `Create a version of ${solutionName}` });
    await dialog.getByText(`Pins model 1 of ${name} for good.`, { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "Create version" }).click();
    await dialog.waitFor({ state: "hidden" });
    const versions = page.getByRole("table", { name: `Versions of ${solutionName}` });
    await versions.getByText(`${name}, model 1`, { exact: false }).waitFor();
    await versions.getByRole("button", { name: /^More actions for/ }).click();
    await page.getByRole("menuitem", { name: "Start serving" }).click();
    await page.getByText("Serving", { exact: true }).first().waitFor();

    const [version] = (await boss.do("solution.versions.list", { at: { solutionId } })).items;
    const { token } = await issueKey(boss, product);
    const versionId = version?._embedded.webSafeString ?? "";
    const good = await scoreOf(await ask(product, versionId, token, { ...applicants.good, region: "region 1" }));
    const bad = await scoreOf(await ask(product, versionId, token, { ...applicants.bad, region: "region 1" }));
    expect(good).toBeLessThan(0.2);
    expect(bad).toBeGreaterThan(0.5);
  },
);

journey("a training is cancelled while its curve is drawn; a failed one has a notice", async ({ open, admin, product }) => {
  const [name, hopeless, datasource] = [unique("Long"), unique("Hopeless"), unique("Loans")];
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await addDatasource(product, await admin(), loans(datasource, 12_000));
  await mapped(page, name, datasource);
  await setNumber(page, "Maximum number of trees", "5000");
  await setNumber(page, "Learning rate", "0.001");
  await setNumber(page, "Search, seconds", "600");
  await button(page, "Train").click();
  await expect.poll(() => button(page, "Cancel training").isEnabled()).toBe(true);
  expect(await button(page, "Train").isDisabled()).toBe(true);
  expect(await button(page, "Deploy").isDisabled()).toBe(true);
  shows("train", "cancel");
  // The curve grows while it is shown, and a started training is announced on every tab.
  const curve = page.getByRole("slider", { name: "Loss by number of trees" });
  await curve.waitFor();
  const points = async () => Number(await curve.getAttribute("aria-valuemax"));
  const first = await points();
  await expect.poll(points).toBeGreaterThan(first);
  await page.getByRole("table", { name: "Jobs" }).getByText("Training", { exact: true }).waitFor();
  shows("training");
  await tab(page, "Field mappings").click();
  await page.getByText("Job 1 is training", { exact: true }).waitFor();
  await button(page, "Cancel training").click();
  await readMessage(page, `Training of ${name} cancelled`);
  await tab(page, "Jobs").click();
  await page.getByRole("table", { name: "Jobs" }).getByText("Cancelled", { exact: true }).waitFor();
  await expect.poll(() => button(page, "Train").isEnabled()).toBe(true);

  // Every row has NL: there is nothing to learn.
  await mapped(page, hopeless, datasource, "country");
  const predictionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const read = async () => (await (await admin()).do("prediction.read", { at: { predictionId } }))._embedded;
  await tab(page, "Jobs").click();
  await page.getByText(sentences.noJob, { exact: true }).waitFor();
  // A training that has already ended when it is first seen is announced as well.
  await page.route("**/training", async (route) => {
    if (route.request().method() === "GET") await expect.poll(async () => (await read()).status, patience).toBe("failed");
    await route.fallback();
  });
  await button(page, "Train").click();
  const notice = await (await holdMessage(page, "Prediction Config Editor", patience)).innerText();
  await page.unrouteAll({ behavior: "wait" });
  const failed = await read();
  expect(failed.status).toBe("failed");
  expect(notice).toContain(failed.statusMessage);
  await page.getByRole("banner").getByText(failed.statusMessage, { exact: true }).waitFor();
  await page.getByRole("table", { name: "Jobs" }).getByText("Error", { exact: true }).waitFor();
  shows("failure");
});

journey("a read-only user cannot change anything, and each button requires its permission", async (stage) => {
  const boss = await stage.admin();
  const name = unique("Watched");
  const made = await boss.do("predictions.create", { body: { name } });
  const path = `/admin/predictions/configs/${made._embedded.webSafeString}`;
  const look = ["predictions.list", "prediction.read"] as const;

  const openWith = withPermissions(stage);
  const page = await openWith(["solutions.list"], "/admin/profile");
  const lists: string[] = [];
  page.on("request", (request) => void (request.url().includes("/predictions?") && lists.push(request.url())));
  await page.goto("/admin/predictions/configs");
  await page.getByText("No access to predictions", { exact: true }).waitFor();
  expect(await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Predictions" }).count()).toBe(0);
  expect(lists).toEqual([]);
  shows("loads");

  await openWith(look, `/admin/predictions/configs?q=${encodeURIComponent(name)}`);
  await rowOf(page, name).waitFor();
  const item = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Predictions" });
  expect(await item.locator("svg").count()).toBe(1);
  shows("sideMenu");
  expect(await page.getByRole("button", { name: "Add", exact: true }).count()).toBe(0);
  expect(await page.getByRole("button", { name: `Delete ${name}` }).count()).toBe(0);
  expect(await page.getByRole("button", { name: `Edit name of ${name}` }).count()).toBe(0);
  shows("inline");
  await page.goto(path);
  await onScreen(page, name);
  expect(await page.getByRole("textbox", { name: "Name" }).isDisabled()).toBe(true);
  const seen = async () => {
    const names = ["Save", "Train", "Cancel training", "Deploy"];
    const counts = await Promise.all(names.map((text) => button(page, text).count()));
    return names.filter((_, at) => counts[at] === 1);
  };
  expect(await seen()).toEqual([]);

  await openWith([...look, "prediction.update"], path);
  await button(page, "Save").waitFor();
  expect(await seen()).toEqual(["Save"]);
  shows("save");

  await openWith([...look, "prediction.update", "prediction.train"], path);
  await button(page, "Train").waitFor();
  expect(await seen()).toEqual(["Save", "Train", "Cancel training"]);
  shows("mayTrain");

  await openWith([...look, "prediction.update", "prediction.deploy"], path);
  await button(page, "Deploy").waitFor();
  expect(await seen()).toEqual(["Save", "Deploy"]);
  shows("mayDeploy");
});

test("every statement of the specification was shown", () => expect([...shown].sort()).toEqual(Object.keys(sentences).sort()));
