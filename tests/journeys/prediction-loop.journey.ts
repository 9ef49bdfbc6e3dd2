import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { addDatasource, type NewFile } from "../support/add-datasource.ts";
import { violationsOf } from "../support/axe.ts";
import type { Caller } from "../support/caller.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { eventually } from "../support/eventually.ts";
import { loans } from "../support/loans.ts";
import { customer, purchases } from "../support/purchases.ts";
import { scoringFlow } from "../support/scoring-flow.ts";
import { signInAt } from "../support/sign-in.ts";
import { withinADay } from "../support/within-a-day.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { onScreen, readMessage } from "./support/seen.ts";
import { rowOf } from "./support/table.ts";
import { unique } from "./support/unique.ts";

/** The statements of the specification about schedulers, each with the story that shows it. */
const sentences = {
  instead: "Analytics-prediction configs show a scheduler instead",
  start: "Start scheduler enabled only when schedulerStopped",
  stop: "Stop scheduler only when schedulerRunning",
  defaults: "Scheduler defaults: fixedTime, interval 60, time 00:00",
  value: "Scheduler value: immediate or delayed; hours and minutes shown only when delayed",
  minutes: "Delay minute options 0,5,...,55",
  delay: "Defaults hours '0', minutes '0'",
  hours: "Delay hours accept integers only",
  events: "Only predictive-analytics datasources can be the events datasource",
  saved: "Prediction saved: success notice '{name} saved'",
  noJob: "Prediction Config status: No training job has been started for this prediction configuration.",
} as const;
const shown = new Set<string>();
function shows(...names: readonly (keyof typeof sentences)[]): void {
  for (const name of names) shown.add(name);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });

async function answered(response: Response): Promise<string> {
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text;
}

/** Drift is counted by day. */
beforeEach(() => withinADay(150));

const scoreIn = (text: string) => /"score":(null|[0-9.eE+-]+)/.exec(text)?.[1];

journey("a scheduler is started, runs, is stopped; its scores are looked up by key", async ({ open, admin, product, person }) => {
  const [name, datasource] = [unique("Next purchase"), unique("Events")];
  const boss = await admin();
  await addDatasource(product, boss, purchases(datasource, 400, new Date()));
  const { page } = await open();
  await signInAt(page, "/admin/predictions/configs", adminEmail);
  await button(page, "Add").first().click();
  const creating = page.getByRole("dialog", { name: "New prediction" });
  await creating.getByRole("textbox", { name: "Name" }).fill(name);
  await creating.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Analytics prediction" }).click();
  await creating.getByRole("button", { name: "Create", exact: true }).click();
  await onScreen(page, name);
  const predictionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await page.getByRole("combobox", { name: "Scheduler" }).innerText()).toBe("At a fixed time");
  expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("00:00");
  await page.getByRole("combobox", { name: "Scheduler" }).click();
  await page.getByRole("option", { name: "At an interval" }).click();
  expect(await page.getByRole("textbox", { name: "Minutes" }).inputValue()).toBe("60");
  shows("defaults");
  for (const none of ["Train", "Cancel training", "Deploy"]) expect(await button(page, none).count()).toBe(0);
  expect([await button(page, "Start scheduler").isDisabled(), await button(page, "Stop scheduler").isDisabled()]).toEqual([true, true]);
  shows("instead");
  await tab(page, "Jobs").click();
  await page.getByText(sentences.noJob, { exact: true }).waitFor();
  await page.getByText("The scheduler has not run yet.", { exact: true }).waitFor();
  shows("noJob");

  await tab(page, "Datasources").click();
  const source = page.getByRole("combobox", { name: "Events datasource" });
  await source.fill(datasource);
  await page.getByRole("option", { name: datasource }).click();
  shows("events");
  // The names of its columns are a first guess.
  for (const [label, column] of [
    ["Person column", "customer"],
    ["Time column", "happened_at"],
    ["Event column", "event"],
    ["Amount column", "amount"],
  ] as const) {
    await page.getByRole("combobox", { name: label, exact: true }).getByText(column, { exact: true }).waitFor();
  }
  await page.getByText("Choose the event to predict.", { exact: true }).waitFor();
  await page.getByRole("combobox", { name: "Target event" }).click();
  await page.getByRole("option", { name: "purchase" }).click();
  await page.getByRole("textbox", { name: "Another window, in days" }).fill("14");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove the window of 14 days" }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await tab(page, "Overview").click();
  await page.getByRole("textbox", { name: "Maximum number of trees", exact: true }).fill("40");
  await button(page, "Save").click();
  await readMessage(page, `${name} saved`);
  shows("saved");

  // Delayed by twenty minutes.
  expect([await button(page, "Start scheduler").isEnabled(), await button(page, "Stop scheduler").isEnabled()]).toEqual([true, false]);
  await button(page, "Start scheduler").click();
  const dialog = page.getByRole("dialog", { name: "Start scheduler" });
  expect(await dialog.getByRole("radio", { name: "Immediate" }).isChecked()).toBe(true);
  expect(await dialog.getByRole("textbox", { name: "Hours" }).count()).toBe(0);
  expect(await dialog.getByRole("combobox", { name: "Minutes" }).count()).toBe(0);
  await dialog.getByRole("radio", { name: "Delayed" }).click();
  const hours = dialog.getByRole("textbox", { name: "Hours" });
  const minutes = dialog.getByRole("combobox", { name: "Minutes" });
  expect([await hours.inputValue(), await minutes.innerText()]).toEqual(["0", "0"]);
  shows("value", "delay");
  for (const wrong of ["1.5", "-2", "two"]) {
    await hours.fill(wrong);
    expect([await hours.inputValue(), await hours.getAttribute("aria-invalid")]).toEqual([wrong, "true"]);
    expect(await dialog.getByRole("button", { name: "Start scheduler" }).isDisabled()).toBe(true);
  }
  await hours.fill("0");
  shows("hours");
  await minutes.click();
  await page.getByRole("option", { name: "55", exact: true }).waitFor();
  expect(await page.getByRole("option").allInnerTexts()).toEqual(Array.from({ length: 12 }, (_, at) => String(at * 5)));
  await page.getByRole("option", { name: "20", exact: true }).click();
  await dialog.getByText("First run in 20 min", { exact: true }).waitFor();
  const before = Date.now();
  await dialog.getByRole("button", { name: "Start scheduler" }).click();
  await readMessage(page, `Scheduler of ${name} started`);
  const running = (await boss.do("prediction.read", { at: { predictionId } }))._embedded;
  const delay = Date.parse(running.nextRun ?? "");
  expect(running.status).toBe("schedulerRunning");
  expect([delay >= before + 20 * 60_000 - 1000, delay <= Date.now() + 20 * 60_000 + 1000]).toEqual([true, true]);
  shows("minutes");
  await expect.poll(() => button(page, "Stop scheduler").isEnabled()).toBe(true);
  expect(await button(page, "Start scheduler").isDisabled()).toBe(true);
  shows("stop");
  await button(page, "Stop scheduler").click();
  await readMessage(page, `Scheduler of ${name} stopped`);
  await expect.poll(() => button(page, "Start scheduler").isEnabled()).toBe(true);
  expect(await button(page, "Stop scheduler").isDisabled()).toBe(true);
  shows("start");

  await button(page, "Start scheduler").click();
  await dialog.getByRole("button", { name: "Start scheduler" }).click();
  await tab(page, "Jobs").and(page.locator('[aria-selected="true"]')).waitFor();
  const runs = page.getByRole("table", { name: "Runs" });
  await runs.getByText("Done", { exact: true }).waitFor({ timeout: 60_000 });
  await runs.getByRole("button", { name: "Model 1" }).waitFor();
  await page.getByRole("region", { name: "Scheduler" }).getByText("by model 1", { exact: false }).waitFor();
  await button(page, "Stop scheduler").click();
  await page.getByRole("region", { name: "Scheduler" }).getByText("Stopped", { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);

  const { solutionId, versionId } = await serveDecision(
    boss,
    unique("Offers"),
    scoringFlow(predictionId, [{ name: "customer", type: "String" }]),
  );
  const { token } = await issueKey(boss, product);
  const known = Number(scoreIn(await answered(await ask(product, versionId, token, { customer: customer(0) }))));
  expect([known > 0, known < 1]).toEqual([true, true]);
  expect(scoreIn(await answered(await ask(product, versionId, token, { customer: "nobody" }))) ?? "null").toBe("null");

  // The node's panel has only the person as its input.
  await page.goto(`/solution/${solutionId}`);
  await page.locator('[data-node="score"]').click();
  await page.getByRole("combobox", { name: "Person key" }).waitFor();
  expect(await page.getByRole("combobox", { name: "Person key" }).inputValue()).toBe("customer");
  expect(await page.getByRole("combobox", { name: "Reason codes" }).count()).toBe(0);

  const path = `/admin/predictions/configs/${predictionId}`;
  const viewer = await person({ permissions: ["predictions.list", "prediction.read", "prediction.update"] });
  const other = (await open()).page;
  await signInAt(other, path, viewer.email);
  await button(other, "Save").waitFor();
  expect([await button(other, "Start scheduler").count(), await button(other, "Stop scheduler").count()]).toEqual([0, 0]);
});

/** A deployed model of loans that is served; returns what is needed to call it. */
async function served(
  boss: Caller,
  name: string,
  datasourceId: string,
): Promise<{ readonly predictionId: string; readonly versionId: string }> {
  const { columns } = (await boss.do("datasource.read", { at: { datasourceId } }))._embedded;
  const predictionId = (await boss.do("predictions.create", { body: { name } }))._embedded.webSafeString;
  const labelField = columns.find((column) => column.name === "defaulted_12m")?.key ?? "";
  const inputs = columns.filter((column) => ["age", "bureau_score", "employment"].includes(column.name));
  const mapping = { columns, labelField, selectedRowKeys: inputs.map(({ key }) => key) };
  const body = { trainingDatasource: datasourceId, mapping, settings: { trees: 20 } };
  await boss.do("prediction.train", { at: { predictionId }, body });
  await eventually(
    `${name} to be trained`,
    async () => ((await boss.do("prediction.read", { at: { predictionId } }))._embedded.status === "trained" ? true : undefined),
    { seconds: 60 },
  );
  await boss.do("prediction.deploy", { at: { predictionId }, body: {} });
  const fields = inputs.map((column) => ({
    name: column.name,
    type: column.type === "STRING" ? ("String" as const) : ("Integer" as const),
  }));
  const { versionId } = await serveDecision(boss, unique("Lending"), scoringFlow(predictionId, fields));
  return { predictionId, versionId };
}

journey(
  "drift is shown after a shifted stream of decisions, and monitored with the permission",
  async ({ open, admin, product, person }) => {
    const name = unique("Watched risk");
    const boss = await admin();
    const { predictionId, versionId } = await served(boss, name, await addDatasource(product, boss, loans(unique("Loans"), 1500)));
    const { token } = await issueKey(boss, product);
    const path = `/admin/predictions/configs/${predictionId}`;
    const { page } = await open();
    await signInAt(page, path, adminEmail);
    await page.getByRole("region", { name: "Drift", exact: true }).getByRole("button", { name: "Show drift" }).click();
    await page.getByText("No decision has used this model in this period.", { exact: true }).waitFor();

    // Others than in training: all young, with bad scores, and with an unseen employment.
    const executions: string[] = [];
    for (let round = 0; round < 15; round += 1) {
      const applicants = Array.from({ length: 20 }, (_, at) => ({ age: 18 + (at % 3), bureau_score: 430 + at, employment: "on call" }));
      const answers = await Promise.all(applicants.map(async (applicant) => answered(await ask(product, versionId, token, applicant))));
      executions.push(...answers.map((text) => /"webSafeString":"([^"]+)"/.exec(text)?.[1] ?? ""));
    }
    await page.getByText("Drifting", { exact: true }).waitFor({ timeout: 60_000 });
    const table = page.getByRole("table", { name: "Drift by column" });
    await table.getByRole("button", { name: "employment" }).click();
    const employment = table.getByRole("row", { name: /employment/ });
    expect(await employment.getByRole("cell").nth(5).innerText()).toBe("100.0%");
    await page.getByRole("slider", { name: "Shift (PSI) of employment" }).focus();
    await page.keyboard.press("End");
    // They are counted as they arrive.
    const stability = page.getByRole("slider", { name: "Shift (PSI) of employment" });
    await expect.poll(() => stability.getAttribute("aria-valuetext"), { timeout: 60_000 }).toContain("300 decisions");
    await page.getByRole("button", { name: "Show What moved in employment as a table" }).press("Enter");
    await page.getByRole("table", { name: "What moved in employment" }).getByRole("cell").first().waitFor();
    await page.getByRole("table", { name: "Alerts" }).getByText("employment", { exact: true }).waitFor({ timeout: 60_000 });
    expect(await violationsOf(page)).toEqual([]);

    // An invalid threshold is refused.
    await page.getByRole("textbox", { name: "Threshold" }).fill("0");
    await page.getByText("A number from 0.01 to 10", { exact: true }).waitFor();
    await page.getByRole("textbox", { name: "Threshold" }).fill("0.3");
    await button(page, "Save threshold").click();
    await readMessage(page, `${name} saved`);

    // Known outcomes arrive as a datasource: every second one did not pay.
    const outcomes: NewFile = {
      name: unique("Outcomes"),
      columns: [
        { name: "execution", type: "STRING" },
        { name: "defaulted", type: "INTEGER" },
      ],
      rows: executions.map((id, at) => [id, at % 2]),
    };
    await addDatasource(product, boss, outcomes);
    await button(page, "Choose outcomes").click();
    await page.getByRole("combobox", { name: "Outcomes datasource" }).fill(outcomes.name);
    await page.getByRole("option", { name: outcomes.name }).click();
    await page.getByRole("combobox", { name: "Key column" }).click();
    await page.getByRole("option", { name: "execution", exact: true }).click();
    await page.getByRole("combobox", { name: "Outcome column" }).click();
    await page.getByRole("option", { name: "defaulted", exact: true }).click();
    await button(page, "Use outcomes").click();
    await readMessage(page, "Outcomes chosen");
    await page.getByText(/over 300 outcomes, worse than the 0\.\d{3} of the report\./).waitFor({ timeout: 60_000 });

    const viewer = await person({ permissions: ["predictions.list", "prediction.read"] });
    const other = (await open()).page;
    await signInAt(other, `/admin/predictions/configs?q=${encodeURIComponent(name)}`, viewer.email);
    await rowOf(other, name)
      .getByRole("link", { name: `Drifting: ${name}` })
      .click();
    await other.getByRole("table", { name: "Drift by column" }).waitFor();
    expect(await other.getByRole("textbox", { name: "Threshold" }).inputValue()).toBe("0.3");
    expect(await other.getByRole("textbox", { name: "Threshold" }).isDisabled()).toBe(true);
    expect([await button(other, "Save threshold").count(), await button(other, "Change outcomes").count()]).toEqual([0, 0]);
  },
);

test("every statement of the specification was shown", () => expect([...shown].sort()).toEqual(Object.keys(sentences).sort()));
