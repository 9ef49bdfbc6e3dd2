import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDatasource } from "../support/add-datasource.ts";
import { applicants } from "../support/applicants.ts";
import { violationsOf } from "../support/axe.ts";
import { timeZone } from "../support/browser.ts";
import type { Caller } from "../support/caller.ts";
import { readExamples } from "../support/examples.ts";
import type { Product } from "../support/product.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive, onScreen, openScreen, readMessage } from "./support/seen.ts";
import { rowOf } from "./support/table.ts";
import { unique } from "./support/unique.ts";

/**
 * The statements of the specification about these screens, each with the story that shows it. The debounce of 0.7 s is tested in `redraw.test.ts`,
 * the rules of mapping in `experiment-mapping.test.ts`, scales, bins and colours in the visualiser's own tests.
 */
const sentences = {
  menu: "/admin/experiments/configs, Experiments list, for those who may view experiments; in the menu only then",
  create: "List: create dialog with a name",
  name: "New experiment: name required; empty marks the field as error and blocks creation",
  actions: "edit and delete, a results-visualiser link, each by permission",
  tabs: "Editor tabs: Configuration (solution, datasource, field mapping) and Execution (results table)",
  buttons: "Buttons: Save, Save & Execute, Refresh",
  note: "When the datasource has more than 500 records a note says only the first 1000 records are used",
  integers: "Integer fields accept only integers; float fields only decimals",
  fields: "Integer fields accept only integer datasource fields; float fields accept integer or real ones",
  invalid: "The solution definition is not valid. Only valid solutions can be used for experiments.",
  datasource: "An experiment can execute only if a datasource is chosen",
  window: "/experiments/result/{id}: opened in a separate window",
  title: "Title 'Experiment result - {created date}'",
  loading: "Loading results...",
  save: "SAVE (disabled until a change)",
  autoSave: "With auto save on, a 5-second timer saves the graph if changed and clears the flag",
  clear: "Clear resets to the empty spec",
  zones: "Drop zones: X axis, Y axis, Tick colour, Size",
  chips: "chips primary-coloured (#1890ff) if the field name starts with 'application', otherwise secondary (#f26430)",
  saved: "The spec is created from the saved graph, or an empty spec, once details load",
  square: "mark is square; default size 250x250",
  outside: "Dropping a chip outside an axis removes it from that axis",
  bin: "bin/group only for quantitative or ordinal fields; log scale only for quantitative",
  nominal: "A field is nominal if its min is empty or not a number",
  step: "Default bin step a quarter of the range",
  share: "Scaled to 75% of its card",
} as const;
const shown = new Set<string>();
function shows(...names: readonly (keyof typeof sentences)[]): void {
  for (const name of names) shown.add(name);
}

async function scorecard(admin: Caller, name: string): Promise<string> {
  const example = (await readExamples()).find((one) => one.name === "Consumer credit scorecard");
  const solution = await admin.do("solutions.create", { body: { name, definition: example?.definition } });
  return solution._embedded.webSafeString;
}

/** Runs an experiment through the api; returns its result. */
async function ranExperiment(product: Product, admin: Caller, rows: number): Promise<{ readonly name: string; readonly resultId: string }> {
  const name = unique("Ran");
  const datasourceId = await addDatasource(product, admin, applicants(unique("people"), rows));
  const solutionId = await scorecard(admin, unique("Scorecard"));
  const experimentId = (await admin.do("experiments.create", { body: { name } }))._embedded.webSafeString;
  const columns = ["age", "bureau_score", "missed_payments", "net_income", "monthly_debts", "employment", "loan_purpose"];
  const fieldMapping = [
    ...columns.map((key) => ({ key, value: key, useDatasource: true })),
    { key: "residency", value: "NL", useDatasource: false },
  ];
  await admin.do("experiment.update", { at: { experimentId }, body: { solutionId, datasourceId, fieldMapping, records: "all" } });
  const resultId = (await admin.do("experiment.run", { at: { experimentId } }))._embedded.webSafeString;
  await expect
    .poll(async () => (await admin.do("experimentResult.read", { at: { experimentResultId: resultId } }))._embedded.status)
    .toBe("done");
  return { name, resultId };
}

async function choose(page: Page, label: string, name: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).fill(name);
  await page.getByRole("option", { name }).click();
}

/** `14 Nov 2026`, in the user's time zone. */
function dayOf(instant: string): string {
  const day = new Date(instant).toLocaleDateString("en-GB", { day: "numeric", month: "short", year: "numeric", timeZone });
  return day.replace("Sept", "Sep");
}

const chip = (page: Page, field: string) => page.locator(`[data-field="${field}"]`);
const zone = (page: Page, title: string) => page.getByRole("region", { name: title, exact: true });
const marks = (page: Page) => page.getByRole("region", { name: "Chart" }).locator(".vi-mark");

async function middleOf(of: Locator): Promise<{ readonly x: number; readonly y: number }> {
  await of.scrollIntoViewIfNeeded();
  const box = await of.boundingBox();
  if (box === null) throw new Error("It cannot be seen.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function drag(page: Page, from: Locator, to: { readonly x: number; readonly y: number }): Promise<void> {
  const start = await middleOf(from);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + to.x) / 2, (start.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await page.mouse.up();
}

journey(
  "from an empty list to a chart: created, mapped, corrected, executed, drawn by mouse and saved",
  async ({ open, admin, product }) => {
    const boss = await admin();
    const [name, solution, draft, datasource] = [unique("Q3 loans"), unique("Scorecard"), unique("Unfinished"), unique("applicants")];
    await scorecard(boss, solution);
    await boss.do("solutions.create", { body: { name: draft } });
    await addDatasource(product, boss, applicants(datasource, 620));

    const { page, context } = await open();
    await signInAt(page, "/admin", adminEmail);
    await openScreen(page, "Experiments");
    await onScreen(page, "Experiments");
    shows("menu");
    await page.getByRole("button", { name: "Add", exact: true }).first().click();
    const dialog = page.getByRole("dialog", { name: "Add an experiment" });
    await dialog.getByRole("button", { name: "Create" }).click();
    const nameField = dialog.getByRole("textbox", { name: "Name" });
    expect(await nameField.getAttribute("aria-invalid")).toBe("true");
    await dialog.getByText("Enter a name", { exact: true }).waitFor();
    await nameField.fill(name);
    await dialog.getByRole("button", { name: "Create" }).click();
    await onScreen(page, name);
    shows("create", "name");

    const execute = page.getByRole("button", { name: "Save & Execute" });
    const save = page.getByRole("button", { name: "Save", exact: true });
    expect(await execute.isDisabled()).toBe(true);
    expect(await save.isDisabled()).toBe(true);
    await choose(page, "Solution", draft);
    await page.getByText(sentences.invalid, { exact: true }).waitFor();
    expect(await execute.isDisabled()).toBe(true);
    shows("invalid");
    await choose(page, "Solution", solution);
    await page.getByText("Valid", { exact: true }).waitFor();
    await page.getByText("8 application fields, 0 mapped", { exact: true }).waitFor();
    expect(await execute.isDisabled()).toBe(true);
    shows("datasource");
    await choose(page, "Datasource", datasource);
    // Fields with a column of their name are mapped to it; the other one must be mapped.
    await page.getByText("8 application fields, 7 mapped", { exact: true }).waitFor();
    await page.getByText("Only the first 1,000 records are used.", { exact: true }).waitFor();
    expect(await page.getByRole("radio", { name: "First 1,000 records" }).isChecked()).toBe(true);
    shows("note");
    await page.getByText("Correct 1 field to execute", { exact: true }).waitFor();

    const fields = page.getByRole("table", { name: "Field mapping" });
    const optionsFor = async (field: string) => {
      await fields.getByRole("combobox", { name: `Datasource field for ${field}` }).click();
      const texts = await page.getByRole("option").allInnerTexts();
      await page.keyboard.press("Escape");
      return texts.map((text) => text.split("\n")[0]).slice(1);
    };
    expect(await optionsFor("age")).toEqual(["age", "bureau_score", "missed_payments"]);
    expect(await optionsFor("net_income")).toEqual(["age", "bureau_score", "missed_payments", "net_income", "monthly_debts"]);
    shows("fields");
    const literal = async (field: string, text: string) => {
      await fields
        .getByRole("group", { name: `Source of ${field}` })
        .getByRole("button", { name: "Literal" })
        .click();
      await fields.getByRole("textbox", { name: `Value of ${field}` }).fill(text);
    };
    await literal("age", "24.5");
    await fields.getByText("Integer fields take only integers, like 24", { exact: true }).waitFor();
    await literal("monthly_debts", "many");
    await fields.getByText("Float fields take only decimals, like 24.5", { exact: true }).waitFor();
    await page.getByText("Correct 3 fields to execute", { exact: true }).waitFor();
    shows("integers");
    await page.getByRole("button", { name: "Map by name" }).click();
    await fields.getByRole("textbox", { name: "Value of residency" }).fill("NL");
    await page.getByText("8 application fields, 8 mapped", { exact: true }).waitFor();

    // Unsaved changes are not lost by accident.
    await page.getByRole("link", { name: "Back to experiments" }).click();
    const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
    await leaving.getByRole("button", { name: "Stay" }).click();
    await leaving.waitFor({ state: "hidden" });
    await save.click();
    await readMessage(page, `${name} saved`);
    expect(await save.isDisabled()).toBe(true);
    await page.reload();
    await page.getByText("8 application fields, 8 mapped", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Refresh" }).click();
    await execute.and(page.locator(":enabled")).click();
    const results = page.getByRole("table", { name: "Results" });
    await results.getByText("Completed", { exact: true }).waitFor();
    await results.getByText("620", { exact: true }).waitFor();
    await results.getByRole("img", { name: /Approve [\d.]+%/ }).waitFor();
    expect(await page.getByRole("tab", { name: "Execution" }).getAttribute("aria-selected")).toBe("true");
    shows("tabs", "buttons");

    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await context.route("**/details", async (route) => {
      await held;
      await route.fallback();
    });
    const opened = context.waitForEvent("page");
    await results.getByRole("button", { name: /in the visualiser$/ }).click();
    const window = await opened;
    await window.getByText(sentences.loading, { exact: true }).waitFor();
    shows("window", "loading");
    letGo();
    const experimentResultId = new URL(window.url()).pathname.split("/").at(-1) ?? "";
    const { created } = (await boss.do("experimentResult.read", { at: { experimentResultId } }))._embedded;
    await window.getByRole("heading", { level: 1, name: `Experiment result - ${dayOf(created)}`, exact: true }).waitFor();
    shows("title");

    await window.getByText("Nothing is drawn yet", { exact: true }).waitFor();
    const saveChart = window.getByRole("button", { name: "SAVE" });
    expect(await saveChart.isDisabled()).toBe(true);
    const places = [
      ["application.net_income", "X axis"],
      ["runtime.total", "Y axis"],
      ["runtime.result", "Tick colour"],
      ["application.age", "Size"],
    ] as const;
    for (const [field, title] of places) await drag(window, chip(window, field), await middleOf(zone(window, title)));
    for (const [field, title] of places) await zone(window, title).locator(`[data-field="${field}"]`).waitFor();
    expect(await saveChart.isEnabled()).toBe(true);
    shows("zones");
    const colourOf = (field: string) => chip(window, field).evaluate((element) => getComputedStyle(element).backgroundColor);
    expect([await colourOf("application.net_income"), await colourOf("runtime.total")]).toEqual(["rgb(24, 144, 255)", "rgb(242, 100, 48)"]);
    shows("chips");
    // Every row is in a mark; rows at the same position share one.
    await window.getByText(/^(?:[\d,]+ of )?620 records in [\d,]+ marks$/).waitFor();
    const sides = await marks(window)
      .first()
      .evaluate((mark) => [mark.getAttribute("width"), mark.getAttribute("height")]);
    expect(sides[0]).toBe(sides[1]);
    const chart = window.getByRole("region", { name: "Chart" });
    const boxes = await chart.evaluate((card) => {
      const plot = card.querySelector("svg")?.getBoundingClientRect();
      return [plot?.width, Math.round(card.clientWidth * 0.75), plot?.height, Math.round(card.clientHeight * 0.75)];
    });
    expect([boxes[0], boxes[2]]).toEqual([boxes[1], boxes[3]]);
    shows("share");

    const put = window.waitForResponse((response) => response.request().method() === "PUT" && response.url().endsWith("/graph"));
    await saveChart.click();
    expect((await put).ok()).toBe(true);
    await saveChart.and(window.locator(":disabled")).waitFor();
    shows("save");
    await window.reload();
    await window.getByText(/^(?:[\d,]+ of )?620 records in [\d,]+ marks$/).waitFor();
    expect(await saveChart.isDisabled()).toBe(true);
    shows("saved");

    // Dropped on the chart, which is not a zone, a chip leaves its axis.
    await drag(window, chip(window, "application.age"), await middleOf(chart));
    await zone(window, "Size").getByText("Drop a field here", { exact: true }).waitFor();
    shows("outside");

    // A mark opens its rows, also while the chart is about to be redrawn; a row opens its trace on the diagram.
    await marks(window).first().click({ force: true });
    await chart.getByRole("region", { name: "Size of application.age" }).waitFor({ state: "detached" });
    await window.getByRole("button", { name: "Open trace" }).click();
    const trace = window.getByRole("dialog", { name: /^Record \d+/ });
    await trace.locator("[data-node]").first().waitFor();
    await trace.getByRole("listitem").filter({ hasText: "Changed" }).first().waitFor();
    await trace.getByRole("button", { name: "Back to the chart" }).click();
    await trace.waitFor({ state: "hidden" });

    await window.getByRole("button", { name: "Clear" }).click();
    await window.getByText("Nothing is drawn yet", { exact: true }).waitFor();
    await window.getByRole("button", { name: "Undo" }).click();
    await zone(window, "X axis").locator('[data-field="application.net_income"]').waitFor();
    await window.getByRole("button", { name: "Clear" }).click();
    await window.getByText("Nothing is drawn yet", { exact: true }).waitFor();
    const graph = window.waitForRequest((request) => request.method() === "PUT" && request.url().endsWith("/graph"));
    await saveChart.click();
    expect((await graph).postDataJSON()).toEqual({ mark: "square", width: 250, height: 250, encoding: {} });
    shows("clear", "square");
  },
);

journey(
  "the visualiser by keyboard: chips, options, auto save, marks and files; more rows than one page",
  async ({ open, admin, product }) => {
    const { resultId } = await ranExperiment(product, await admin(), 2400);
    const { page } = await open();
    await signInAt(page, "/admin", adminEmail);
    await page.goto(`/experiments/result/${resultId}`);
    await chip(page, "application.net_income").focus();
    await page.keyboard.press("x");
    // The focus follows the chip, and Enter opens its menu.
    await expect.poll(() => zone(page, "X axis").locator("[data-field]:focus").count()).toBe(1);
    await chip(page, "runtime.total").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu", { name: "runtime.total" }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await zone(page, "Y axis").locator('[data-field="runtime.total"]').waitFor();
    await chip(page, "runtime.result").focus();
    await page.keyboard.press("c");
    await page.getByText(/^(?:[\d,]+ of )?2,400 records in [\d,]+ marks$/).waitFor();
    expect(await marks(page).count()).toBeLessThan(2400);

    // Texts have neither steps nor a log scale; measures have both, with a quarter of the range as the default.
    const options = async (title: string) => {
      await zone(page, title)
        .getByRole("button", { name: `${title} options` })
        .focus();
      await page.keyboard.press("Enter");
      const popover = page.getByRole("dialog", { name: `${title} options` });
      await popover.waitFor();
      return popover;
    };
    const colour = await options("Tick colour");
    expect(await colour.getByRole("switch", { name: "Group into steps" }).isDisabled()).toBe(true);
    expect(await colour.getByRole("switch", { name: "Log scale" }).isDisabled()).toBe(true);
    shows("nominal");
    await page.keyboard.press("Escape");
    await colour.waitFor({ state: "hidden" });
    const across = await options("X axis");
    const binned = page.waitForRequest((request) => {
      if (request.method() !== "POST" || !request.url().endsWith("/marks")) return false;
      const question = request.postDataJSON() as { readonly x?: { readonly bin?: unknown } };
      return typeof question.x?.bin === "object";
    });
    await across.getByRole("switch", { name: "Group into steps" }).press("Space");
    const step = Number(await across.getByRole("textbox", { name: "Step" }).inputValue());
    expect(await across.getByRole("switch", { name: "Log scale" }).isEnabled()).toBe(true);
    const body: unknown = (await binned).postDataJSON();
    expect(body).toMatchObject({ x: { field: "application.net_income", bin: { step } } });
    const caller = await admin();
    const details = await caller.do("experimentResult.details", { at: { experimentResultId: resultId } });
    const income = details._embedded.fields.find((field) => field.name === "application.net_income");
    expect(step).toBeCloseTo(((income?.max ?? 0) - (income?.min ?? 0)) / 4, 6);
    shows("step", "bin");
    await page.keyboard.press("Escape");
    await across.waitFor({ state: "hidden" });
    await page.getByText(`steps of ${step.toLocaleString("en-GB", { maximumSignificantDigits: 6 })}`, { exact: true }).waitFor();

    const kept = page.waitForResponse((response) => response.request().method() === "PUT" && response.url().endsWith("/graph"));
    await page.getByRole("switch", { name: "Auto save" }).press("Space");
    expect((await kept).ok()).toBe(true);
    await expect.poll(() => page.getByRole("button", { name: "SAVE" }).isDisabled()).toBe(true);
    shows("autoSave");

    await page.getByRole("listbox", { name: "Marks" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
    expect(await page.getByRole("option").getAttribute("aria-label")).toMatch(
      /^application.net_income .*, runtime.result \w+, [\d,]+ records?$/,
    );
    await page.keyboard.press("Enter");
    const records = page.getByRole("region", { name: "Records of the mark" });
    await records.getByText(/^1 of \d+$/).waitFor();
    await records.getByRole("button", { name: "Next record" }).press("Enter");
    await records.getByText(/^2 of \d+$/).waitFor();
    expect(await violationsOf(page)).toEqual([]);

    const beginnings: string[] = [];
    for (const title of ["PNG picture", "SVG picture", "Vega-Lite JSON", "CSV of the marks", "CSV of all records"]) {
      await page.getByRole("button", { name: "Export" }).press("Enter");
      const download = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: title }).press("Enter");
      let text = "";
      for await (const chunk of await (await download).createReadStream()) text += String(chunk);
      beginnings.push(text.slice(1, 4));
      // One line per row, and one with the names of the fields.
      if (title === "CSV of all records") expect(text.trimEnd().split("\r\n")).toHaveLength(2401);
      if (title === "Vega-Lite JSON") expect(JSON.parse(text)).toMatchObject({ mark: "square" });
    }
    expect(beginnings.slice(0, 2)).toEqual(["PNG", "svg"]);

    // Bars over all rows: their count, then a mean.
    const shown = page.getByRole("combobox", { name: "Y axis shows" });
    const height = async (title: string) => {
      await shown.press("Enter");
      await page.getByRole("option", { name: title, exact: true }).press("Enter");
      await page.locator(".vi-title-y").getByText(title).waitFor();
    };
    await height("count of records");
    await page.getByText(/^(?:[\d,]+ of )?2,400 records in [\d,]+ marks$/).waitFor();
    // The page is accessible while it saves, too.
    const { promise: savesMayEnd, resolve: answerSaves } = Promise.withResolvers<undefined>();
    await page.route(/\/graph$/, async (route) => {
      await savesMayEnd;
      await route.continue();
    });
    await height("mean of runtime.total");
    await zone(page, "Size").getByText("Bars are sized by Y", { exact: true }).waitFor();
    const save = page.getByRole("button", { name: "SAVE" });
    await save.getByRole("progressbar", { includeHidden: true }).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    answerSaves(undefined);
    await save.getByRole("progressbar", { includeHidden: true }).waitFor({ state: "detached" });

    await chip(page, "runtime.result").focus();
    await page.keyboard.press("Delete");
    await zone(page, "Tick colour").getByText("Drop a field here", { exact: true }).waitFor();
  },
);

journey(
  "each permission shows its part; a run waits for a worker and can be cancelled, a result deleted",
  async ({ open, admin, product, person, stop }) => {
    const boss = await admin();
    const { name, resultId } = await ranExperiment(product, boss, 60);
    const stranger = await person({ permissions: ["solutions.list"] });
    const one = (await open()).page;
    await signInAt(one, "/admin/experiments/configs", stranger.email);
    await one.getByText("No access to experiments", { exact: true }).waitFor();
    expect(await one.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Experiments" }).count()).toBe(0);
    await one.goto(`/experiments/result/${resultId}`);
    await one.getByText("No access to the results of experiments", { exact: true }).waitFor();

    const reader = await person({ permissions: ["experiments.list"] });
    const two = (await open()).page;
    await signInAt(two, `/admin/experiments/configs?q=${encodeURIComponent(name)}`, reader.email);
    await rowOf(two, name).waitFor();
    for (const label of ["Add", `Edit ${name}`, `Delete ${name}`, `Results of ${name} in the visualiser`]) {
      expect(await two.getByRole("button", { name: label, exact: true }).count()).toBe(0);
    }
    await boss.do("role.update", {
      at: { roleId: reader.roleId ?? "" },
      body: { permissions: ["experiments.list", "experiment.read", "experiment.delete", "experiment.result.read"] },
    });
    await two.getByRole("button", { name: `Delete ${name}`, exact: true }).waitFor();
    await two.getByRole("button", { name: `Results of ${name} in the visualiser`, exact: true }).waitFor();
    await two.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    await onScreen(two, name);
    expect(await two.getByRole("button", { name: "Save & Execute" }).count()).toBe(0);
    shows("actions");

    const back = await stop("worker");
    const { page } = await open();
    await signInAt(page, `/admin/experiments/configs?q=${encodeURIComponent(name)}`, adminEmail);
    await page.getByRole("button", { name: `Edit ${name}`, exact: true }).click();
    await page.getByRole("button", { name: "Save & Execute" }).and(page.locator(":enabled")).click();
    const results = page.getByRole("table", { name: "Results" });
    await results.getByText("Waiting for a worker", { exact: true }).waitFor();
    await results.getByRole("button", { name: "Cancel", exact: true }).click();
    await results.getByText("Cancelled", { exact: true }).waitFor();
    await back();
    await results
      .getByRole("button", { name: /^Delete the result of / })
      .first()
      .click();
    await page.getByRole("alertdialog", { name: "Delete result?" }).getByRole("button", { name: "Delete" }).click();
    await readMessage(page, "Result deleted");
    await results.getByText("Cancelled", { exact: true }).waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Back to experiments" }).click();
    await arrive(page, "/admin/experiments/configs");
  },
);

test("every statement of the specification was shown", () => expect([...shown].sort()).toEqual(Object.keys(sentences).sort()));
