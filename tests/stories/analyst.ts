import { readInput, compile } from "@airlock/engine";
import { interpret } from "@airlock/engine/reference";
import { parseDefinition, withThresholds, type Definition } from "@airlock/flow";
import { csvOf, type NewFile } from "../support/add-datasource.ts";
import { applicants } from "../support/applicants.ts";
import { readExamples } from "../support/examples.ts";
import { adminOf, button, openScreen, personWith, signIn, type Story } from "./story.ts";

const email = "anna.analyst@airlock.test";
const solution = "Consumer credit scorecard";
const count = 2000;

/** Past applications with an id and the country that the scorecard needs. */
function pastApplications(): NewFile {
  const { columns, rows } = applicants("applications", count);
  return {
    name: "applications",
    columns: [{ name: "application_id", type: "STRING" }, ...columns, { name: "residency", type: "STRING" }],
    rows: rows.map((row, index) => [`NL-${10_000 + index}`, ...row, "NL"]),
  };
}

async function scorecard(): Promise<Definition> {
  const parsed = parseDefinition((await readExamples()).find(({ name }) => name === solution)?.definition);
  if (!parsed.ok) throw new Error("The example cannot be read.");
  return parsed.definition;
}

const shown = { changed: "", listed: "", first: "" };

export const analyst: Story = {
  name: "analyst",
  task: `from a CSV of ${count} applications to who changes if the threshold of approval rises by 20`,
  goalMinutes: 10,

  async prepare(product) {
    await personWith(product, email, "Analyst");
    const admin = await adminOf(product);
    if ((await admin.do("solutions.list", { query: { search: solution } })).items.length > 0) return;
    await admin.do("solutions.create", { body: { name: solution, definition: await scorecard() } });
  },

  async walk(hand) {
    await signIn(hand, email);
    await hand.step("Import the file", async () => {
      await openScreen(hand, "Datasources");
      await hand.click(button(hand.page.getByRole("main"), "Add").first());
      const dialog = hand.page.getByRole("dialog", { name: "Add a datasource" });
      await hand.upload(dialog.getByText("choose one", { exact: true }), {
        name: "applications.csv",
        text: csvOf(pastApplications()),
      });
      await hand.click(button(dialog, "Next"));
      await hand.read(dialog.getByRole("table", { name: "Fields" }));
      await hand.click(button(dialog, "Create"));
      await hand.read(hand.page.getByRole("row").filter({ hasText: "applications" }).getByText("2,000", { exact: true }));
    });
    await hand.step("Set up an experiment", async () => {
      await openScreen(hand, "Experiments");
      await hand.click(button(hand.page.getByRole("main"), "Add").first());
      const dialog = hand.page.getByRole("dialog", { name: "Add an experiment" });
      await hand.type(dialog.getByRole("textbox", { name: "Name" }), "Threshold 500");
      await hand.press("Enter");
      await hand.choose(hand.page.getByRole("combobox", { name: "Solution", exact: true }), new RegExp(solution));
      await hand.choose(hand.page.getByRole("combobox", { name: "Datasource", exact: true }), /applications/);
      await hand.read(hand.page.getByText("8 application fields, 8 mapped", { exact: true }));
      await hand.click(hand.page.getByRole("radio", { name: /^All/ }));
    });
    await hand.step("Run it over all records", async () => {
      await hand.click(button(hand.page, "Save & Execute"));
      await hand.read(hand.page.getByRole("table", { name: "Results" }).getByText("Completed", { exact: true }));
    });
    await hand.step("Raise the threshold by 20", async () => {
      const opening = hand.page
        .context()
        .waitForEvent("page", { timeout: 5000 })
        .catch(() => undefined);
      await hand.click(hand.page.getByRole("table", { name: "Results" }).getByRole("button", { name: /threshold/i }));
      hand.turnTo((await opening) ?? hand.page);
      await hand.click(hand.page.getByRole("navigation", { name: "Thresholds of the flow" }).getByText("Total", { exact: false }).first());
      const field = hand.page.getByRole("textbox", { name: "total >= 480" }).first();
      await hand.type(field, "500");
      const mix = hand.page.getByRole("complementary", { name: "Results", exact: true });
      await hand.read(button(mix, "Show records"));
      shown.changed = await hand.read(mix.locator("strong").first());
    });
    await hand.step("See who changes", async () => {
      const opening = hand.page.context().waitForEvent("page");
      await hand.click(button(hand.page, "Show records"));
      hand.turnTo(await opening);
      await hand.read(hand.page.getByText(/^Replayed in/));
      const list = hand.page.getByRole("region", { name: "Changed records", exact: true });
      await hand.read(list.getByText(/NL-\d{5}/).first());
      shown.listed = await list.locator(".count-badge").innerText();
      shown.first = await list
        .getByText(/NL-\d{5}/)
        .first()
        .innerText();
    });
  },

  async verify(hand) {
    const definition = await scorecard();
    const raised = withThresholds(definition, [{ id: "total-approve", path: "conditionFields.0.rightHandFieldname", value: "500" }]);
    if (raised === undefined) throw new Error("The scorecard has no such threshold.");
    const compiled = compile(definition);
    if (!compiled.ok) throw new Error("The scorecard cannot be compiled.");
    const file = pastApplications();
    const changed = file.rows.filter((row) => {
      const input = Object.fromEntries(
        file.columns.slice(1).map(({ name, type }, index) => [name, type === "STRING" ? row[index + 1] : Number(row[index + 1])]),
      );
      const read = readInput(compiled.plan, input);
      if (!read.ok) throw new Error(JSON.stringify(read.problems));
      const resultOf = (flow: Definition) => interpret(flow, read.input.values, noEffects).runtimeData["result"];
      return resultOf(definition) !== resultOf(raised);
    });
    hand.check("applications that change, on Thresholds", shown.changed, changed.length.toLocaleString("en-GB"));
    hand.check("applications that change, in the list", shown.listed, changed.length.toLocaleString("en-GB"));
    hand.check(
      "the first of the list is one of them",
      changed.some(([id]) => id === shown.first),
      true,
    );
  },
};

/** The scorecard has no effects. */
const noEffects = {
  webCall: () => {
    throw new Error("The scorecard makes no web calls.");
  },
  predict: () => {
    throw new Error("The scorecard has no predictions.");
  },
};
