import { text } from "node:stream/consumers";
import { parseDefinition, withThresholds } from "@airlock/flow";
import { expect } from "vitest";
import { pastExample, withBand } from "../support/past-example.ts";
import { scorecardResult } from "../support/scorecard-result.ts";
import { signInAt } from "../support/sign-in.ts";
import { addExample } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { chooseRowAction } from "./support/table.ts";

/** A worker takes a comparison within seconds, and the machine may be busy. */
const patience = { timeout: 30_000 };

journey(
  "the heat map on the diagram: counts for a period, a shorter one by keyboard, one node, and the version's own page",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { solutionId, versionId } = await pastExample(product, caller, 600);
    const { _embedded: known } = await caller.do("version.heat", { at: { versionId } });
    const { page, context } = await open();
    await signInAt(page, "/admin", adminEmail);
    await page.goto(`/solution/${solutionId}`);
    await page.getByRole("button", { name: "Heat map", exact: true }).click(patience);
    const bar = page.getByRole("region", { name: "Heat map", exact: true });
    await bar.getByText("600 executions").waitFor(patience);
    const start = page.locator('[data-node="start"]');
    await expect.poll(() => start.getAttribute("aria-label"), patience).toContain("600 executions, 100%");
    const declined = known.links.find(({ id }) => id === "eligibility-decline")?.count ?? -1;
    await expect.poll(() => page.locator('.cv-pill[data-link="eligibility-decline"] b').textContent(), patience).toContain(`${declined},`);

    const from = page.getByRole("slider", { name: "From", exact: true });
    await from.focus();
    await page.keyboard.press("End");
    await expect.poll(() => start.getAttribute("aria-label"), patience).not.toContain("600 executions");
    await page.keyboard.press("Home");
    await bar.getByText("600 executions").waitFor(patience);

    await page.locator('[data-node="bureau"]').click();
    const details = page.getByRole("complementary", { name: "Heat map", exact: true });
    await details.getByRole("heading", { name: "Bureau report" }).waitFor();
    await expect.poll(() => details.getByRole("table", { name: "Slowest executions" }).getByRole("row").count(), patience).toBe(4);
    await details.getByText("How long this call alone took is not stored").waitFor();
    await page.getByRole("button", { name: "Hide heat map" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();

    const other = await context.newPage();
    await other.goto(`/version/${versionId}`);
    await other.getByRole("region", { name: "Heat map", exact: true }).getByText("600 executions").waitFor(patience);
    await other.goto("/version/01ARZ3NDEKTSV4RRFFQ69G5FAV");
    await other.getByText("We can't find what you're after").waitFor();
  },
);

journey(
  "a changed band is compared with the live version, from the count to both traces of one execution",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { name, solutionId, definition } = await pastExample(product, caller, 800);
    await caller.do("definition.update", { at: { solutionId }, body: withBand(definition, 90) });
    const { page, context } = await open();
    await signInAt(page, `/admin/solutions?q=${encodeURIComponent(name)}`, adminEmail);
    await page
      .getByRole("button", { name: `Versions of ${name}` })
      .or(page.getByRole("button", { name: "Expand" }))
      .first()
      .click();
    const opening = context.waitForEvent("page");
    await chooseRowAction(page, "1.0", "Compare behaviour");
    const compare = await opening;
    await compare.getByRole("button", { name: "Compare", exact: true }).click(patience);
    await compare.getByText(/^Replayed in/).waitFor(patience);

    const changes = compare.getByRole("region", { name: "What changed", exact: true });
    const figure = changes.getByText(/^[\d,]+ of [\d,]+ executions$/);
    const [changed = "", compared = ""] = ((await figure.textContent()) ?? "").replaceAll(",", "").match(/\d+/g) ?? [];
    expect(Number(changed)).toBeGreaterThan(0);
    expect(Number(compared)).toBeLessThanOrEqual(800);
    const records = compare.getByRole("region", { name: "Changed records", exact: true });
    await expect.poll(() => records.locator(".count-badge").textContent(), patience).toBe(Number(changed).toLocaleString("en-GB"));
    // A link with more executions shows the difference in points with its sign.
    await expect.poll(() => compare.locator('.cv-pill[data-link="total-approve"] b').textContent(), patience).toMatch(/, \+\d/);

    const cell = changes.getByRole("button", { name: /from Refer to Approve$/ });
    const moved = Number((await cell.textContent())?.replaceAll(",", ""));
    await cell.click();
    await expect.poll(() => records.locator(".count-badge").textContent(), patience).toBe(moved.toLocaleString("en-GB"));
    await records.getByRole("row").nth(1).getByRole("button").click();
    const both = compare.getByRole("complementary", { name: "Both traces", exact: true });
    await both.getByText("Debt burden is the first node with a different result.").waitFor(patience);
    expect(await both.locator(".cmp-ends strong").allTextContents()).toEqual(["Refer", "Approve"]);
    // Below it, the case would go to the underwriter, whose response is not recorded.
    await both.getByText(/^Not Approve if \[0\.2, 0\.35\) gave less than \d+ points\.$/).waitFor();
    await both.getByRole("button", { name: "Both paths on diagram" }).click();
    await compare.getByText("New path", { exact: true }).waitFor();

    await both.getByRole("button", { name: "Make a test" }).click();
    await compare.getByText("The record is a test of the solution").waitFor(patience);
    const drawn = parseDefinition((await caller.do("definition.read", { at: { solutionId } }))._embedded);
    expect(drawn.ok && drawn.definition.testCases?.at(-1)?.expect).toMatchObject({ runtimeData: { result: "Approve" } });
    await both.getByRole("button", { name: "Next record" }).click();
    await both.getByRole("button", { name: "Previous record" }).click();

    // The URL can be sent to another user.
    const sent = await context.newPage();
    await sent.goto(compare.url());
    await sent.getByText("Debt burden is the first node with a different result.").waitFor(patience);
  },
);

journey("a comparison without executions says that nothing was compared, and runs the test cases instead", async ({ open, admin }) => {
  const caller = await admin();
  const name = `Never called ${Date.now()}`;
  const solutionId = await addExample(caller, name);
  const version = await caller.do("solution.versions.create", { at: { solutionId }, body: { versionName: "v1" } });
  const { page } = await open();
  await signInAt(page, "/admin", adminEmail);
  await page.goto(`/compare?solution=${solutionId}&left=${version._embedded.webSafeString}`);
  await page.getByRole("button", { name: "Compare", exact: true }).click(patience);
  await page.getByRole("heading", { name: "No executions in the last 7 days. Nothing was compared." }).waitFor(patience);
  expect(await page.getByText("0%").count()).toBe(0);
  await page.getByRole("button", { name: /^Run \d+ test cases$/ }).click();
  await page.getByRole("heading", { name: /^Same outcome for all \d+ test cases\.$/ }).waitFor();
});

journey(
  "a bound of a band is moved by keyboard, the outcome mix is computed again, and it is saved to the draft",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { solutionId, experimentResultId } = await scorecardResult(product, caller, 400);
    const result = { experimentResultId };
    const { page, context } = await open();
    await signInAt(page, "/admin", adminEmail);
    await page.goto(`/experiments/result/${result.experimentResultId}/thresholds`);
    const border = page.getByRole("slider", { name: "Border at 560", exact: true });
    await border.focus(patience);
    for (let press = 0; press < 10; press += 1) await page.keyboard.press("ArrowLeft");
    // A step is a two-hundredth of the range, rounded up to a round number: two, for values from 400 to 799.
    await page.getByRole("slider", { name: "Border at 540", exact: true }).waitFor();
    const value = "540";
    const mix = page.getByRole("complementary", { name: "Results", exact: true });
    await expect
      .poll(() => mix.getByRole("heading", { name: "Records that change outcome" }).locator("..").textContent(), patience)
      .toMatch(/outcome[1-9]\d* /);
    const request = {
      changes: [1, 2].map((band) => ({ id: "bureau_score", path: `ranges.${band}.${band === 1 ? "rangeTo" : "rangeFrom"}`, value })),
    };
    const measures = [{ column: "defaulted_12m" }, { column: "loan_amount" }, { column: "channel", value: "web" }];
    const { _embedded: whatIf } = await caller.do("experimentResult.whatIf", { at: result, body: { ...request, measures } });
    await expect.poll(() => mix.locator("strong").textContent(), patience).toBe(String(whatIf.changed));

    // Measures of an outcome, from columns that the flow does not read; the URL has the chosen ones.
    const became = mix.getByRole("region", { name: "Among an outcome", exact: true });
    const textOf = (at: number, outcome: string) => {
      const means = whatIf.measures[at]?.outcomes.find((one) => one.outcome === outcome);
      return [means?.before.mean ?? NaN, means?.after.mean ?? NaN].map((mean) =>
        at === 1 ? Math.round(mean).toLocaleString("en-GB") : `${(mean * 100).toFixed(2)}%`,
      );
    };
    const shown = (name: string) => became.getByRole("row", { name: new RegExp(`^${name}`) }).getByRole("cell");
    const texts = async (name: string) => (await shown(name).allTextContents()).slice(0, 2);
    await expect.poll(() => texts("defaulted_12m"), patience).toEqual(textOf(0, "Approve"));
    await became.getByRole("combobox", { name: "Outcome" }).selectOption("Refer");
    await expect.poll(() => texts("defaulted_12m"), patience).toEqual(textOf(0, "Refer"));
    for (const label of ["mean of loan_amount", "channel is web"]) {
      await became.getByRole("combobox", { name: "Add measure" }).selectOption({ label });
    }
    await expect.poll(() => texts("mean of loan_amount"), patience).toEqual(textOf(1, "Refer"));
    await expect.poll(() => texts("channel is web"), patience).toEqual(textOf(2, "Refer"));
    await became.getByRole("button", { name: "Remove defaulted_12m" }).click();
    await shown("defaulted_12m").first().waitFor({ state: "detached" });
    const sent = await context.newPage();
    await sent.goto(page.url());
    await sent.getByRole("row", { name: /^channel is web/ }).waitFor(patience);
    expect(await sent.getByRole("row", { name: /^defaulted_12m/ }).count()).toBe(0);
    await sent.close();

    // The values that a link's condition compares are drawn with its thresholds, by current outcome.
    await page.getByRole("button", { name: /^Total score/ }).click();
    const links = page.getByRole("region", { name: "Total score", exact: true });
    const values = [{ node: "total", field: "runtime.total" }];
    const { _embedded: atTotal } = await caller.do("experimentResult.whatIf", { at: result, body: { ...request, values } });
    const reached = atTotal.values.flatMap(({ bins }) => bins.flat()).reduce((sum, { count }) => sum + count, 0);
    await links.getByText(`${reached} records with a value reached this`).waitFor(patience);
    expect(await links.locator(".sl-bars i").count()).toBe(atTotal.values.flatMap(({ bins }) => bins.flat()).length);

    const opening = context.waitForEvent("page");
    await page.getByRole("button", { name: "Show records" }).click();
    const records = await opening;
    await records.getByText(/^Replayed in/).waitFor(patience);
    const list = records.getByRole("region", { name: "Changed records", exact: true });
    await expect.poll(() => list.locator(".count-badge").textContent(), patience).toBe(String(whatIf.changed));
    await list.getByRole("button", { name: "Diagram" }).click();
    await records.locator('.cv-pill[data-link="total-approve"] b').waitFor(patience);
    await list.getByRole("row").nth(1).getByRole("button").click();
    await records.getByRole("complementary", { name: "Both traces", exact: true }).getByText("As it ran").waitFor(patience);
    await list.getByRole("textbox", { name: "Find by field value" }).fill("stands nowhere");
    await list.getByText("No changed record matches this filter.").waitFor(patience);
    await list.getByRole("textbox", { name: "Find by field value" }).fill("");
    await expect.poll(() => list.locator(".count-badge").textContent(), patience).toBe(String(whatIf.changed));
    const saving = records.waitForEvent("download");
    await list.getByRole("button", { name: "CSV" }).click();
    const csv = await text(await (await saving).createReadStream());
    expect(csv.trimEnd().split("\r\n")).toHaveLength(whatIf.changed + 1);

    await page.getByRole("button", { name: "Keep as draft" }).click();
    await page.getByRole("region", { name: "Messages" }).getByText("Kept as draft").waitFor(patience);
    await page.getByRole("button", { name: "Kept as draft", disabled: true }).waitFor();
    const saved = parseDefinition((await caller.do("definition.read", { at: { solutionId } }))._embedded);
    const score = saved.ok ? saved.definition.solutionDefinition.nodes.find(({ id }) => id === "bureau_score") : undefined;
    expect(score).toMatchObject({ ranges: [{}, { rangeTo: value }, { rangeFrom: value }, {}, {}, {}] });
  },
);

journey(
  "the draft is compared with the version over a datasource mapped by name, and a result has a heat map",
  async ({ open, admin, product }) => {
    const caller = await admin();
    const { name, solutionId, experimentResultId, definition } = await scorecardResult(product, caller, 300);
    await caller.do("solution.versions.create", { at: { solutionId }, body: { versionName: "1.0" } });
    const changed = withThresholds(definition, [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "300" }]);
    await caller.do("definition.update", { at: { solutionId }, body: changed });
    const { page, context } = await open();
    await signInAt(page, "/admin", adminEmail);
    await page.goto(`/compare?solution=${solutionId}`);
    await page.getByRole("combobox", { name: "Over", exact: true }).click(patience);
    await page.getByRole("option", { name: "A datasource..." }).click();
    const dialog = page.getByRole("dialog", { name: "Compare over a datasource" });
    await dialog.getByRole("combobox", { name: "Datasource" }).fill(name);
    await page.getByRole("option", { name }).click(patience);
    // Every field was matched to its column by name, each of a compatible type.
    const mapping = dialog.getByRole("table", { name: "Field mapping" });
    await expect.poll(() => mapping.getByText("Datasource field", { exact: true }).count(), patience).toBe(8);
    await dialog.getByRole("button", { name: "Use this datasource" }).click(patience);
    await page.getByText(`${name}, 300 records`).waitFor();
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByText(/^Replayed in/).waitFor(patience);
    const changes = page.getByRole("region", { name: "What changed", exact: true });
    const figure = (await changes.getByText(/^[\d,]+ of 300 records$/).textContent()) ?? "";
    const records = page.getByRole("region", { name: "Changed records", exact: true });
    expect(Number.parseInt(figure, 10)).toBeGreaterThan(0);
    await expect.poll(() => records.locator(".count-badge").textContent(), patience).toBe(figure.split(" ")[0]);
    await records.getByRole("row").nth(1).getByRole("button").click();
    const both = page.getByRole("complementary", { name: "Both traces", exact: true });
    await both.getByText("The paths diverge after Total score, at a link.").waitFor(patience);
    expect(await both.locator(".cmp-side").allTextContents()).toEqual(["1.0", "Draft"]);

    await page.goto(`/experiments/result/${experimentResultId}`);
    const opening = context.waitForEvent("page");
    await page.getByRole("link", { name: "Heat map", exact: true }).click(patience);
    const heat = await opening;
    await heat.getByRole("region", { name: "Heat map", exact: true }).getByText("300 records").waitFor(patience);
    const { _embedded: known } = await caller.do("experimentResult.heat", { at: { experimentResultId } });
    const approved = known.nodes.find(({ id }) => id === "approve")?.count ?? -1;
    await expect.poll(() => heat.locator('[data-node="approve"]').getAttribute("aria-label"), patience).toContain(`${approved} records`);
  },
);
