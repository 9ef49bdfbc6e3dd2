import { fileURLToPath } from "node:url";
import { newLink, newNode, type Definition, type FlowLink, type FlowNode, type SetterItem } from "@airlock/flow";
import type { Page } from "playwright-core";
import { addExample, chooseFromMenu, node, untilOpen } from "../journeys/support/editor.ts";
import type { Caller } from "../support/caller.ts";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

function editing(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { ...screen(name, shows, arrange), wideOnly: true };
}

/** Shared by all variants of a run. */
const made = new Map<string, Promise<string>>();

function once(name: string, make: () => Promise<string>): Promise<string> {
  const known = made.get(name) ?? make();
  made.set(name, known);
  return known;
}

async function atSolution(page: Page, solutionId: string): Promise<void> {
  await page.goto(`/solution/${solutionId}`);
  await untilOpen(page);
  await page.getByRole("progressbar", { name: "Waiting for a response" }).waitFor({ state: "hidden" });
}

const scorecard = (admin: Caller) => once("scorecard", () => addExample(admin, "Consumer credit, drawn"));
const calling = (admin: Caller) => once("calling", () => addExample(admin, "Consumer credit with a call", "consumer-credit"));

async function addSolution(admin: Caller, name: string, definition?: Definition): Promise<string> {
  const body = { name, description: "", ...(definition === undefined ? {} : { definition }) };
  return (await admin.do("solutions.create", { body }))._embedded.webSafeString;
}

/** Twenty-five rows of twenty Set States between one Start and one End. */
function large(): Definition {
  const start = newNode("Start", "start", 0, 600);
  const end = newNode("End", "end", 4_600, 600);
  const one: SetterItem = {
    leftHandDatasource: "Runtime",
    leftHandFieldname: "steps",
    leftHandType: "Integer",
    operator: "=",
    rightHandDatasource: "Literal",
    rightHandFieldname: "1",
  };
  const steps = { key: "steps", name: "steps", type: "Integer" as const, required: false };
  const nodes: FlowNode[] = [start];
  const links: FlowLink[] = [];
  for (let row = 0; row < 25; row += 1) {
    let before: FlowNode = start;
    for (let column = 0; column < 20; column += 1) {
      const state = {
        ...newNode("SetState", `n${row}-${column}`, 200 + column * 225, row * 75),
        label: `Step ${row + 1}.${column + 1}`,
        setFields: [one],
      };
      links.push(newLink(`l${row}-${column}`, before, state));
      nodes.push(state);
      before = state;
    }
    links.push(newLink(`l${row}-end`, before, end));
  }
  const solutionDefinition = { nodes: [...nodes, end], links, zoom: 100 };
  return { solutionDefinition, applicationDatasetFields: [], runtimeDatasetFields: [steps], applicationTestData: [] };
}

/** A definition with errors: a rule that sets nothing, and no End. */
function broken(): Definition {
  const start = newNode("Start", "start", 100, 200);
  const rule = { ...newNode("EasyRule", "rule", 300, 200), label: "Minimum age" };
  const solutionDefinition = { nodes: [start, rule], links: [newLink("first", start, rule)], zoom: 100 };
  const age = { key: "age", name: "age", type: "Integer" as const, required: true };
  return { solutionDefinition, applicationDatasetFields: [age], runtimeDatasetFields: [], applicationTestData: [] };
}

async function showResults(page: Page, tab: string | RegExp): Promise<void> {
  await page.getByRole("tab", { name: tab }).click();
}

export const editorShots: readonly Shot[] = [
  screen("editor", "The solution editor", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await node(page, "Eligibility").click();
  }),
  screen("editor-executed", "A test run with its path", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("Test run completed").waitFor();
  }),
  screen("editor-failed", "A test run that failed at a web call", async ({ page, admin }) => {
    await atSolution(page, await calling(admin));
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText(/Test run failed/).waitFor();
  }),
  screen("editor-messages", "Errors to fix", async ({ page, admin }) => {
    await atSolution(page, await once("broken", () => addSolution(admin, "Errors to fix", broken())));
    await showResults(page, /Solution messages/);
    await page.getByText("END_MISSING").first().waitFor();
  }),
  screen("editor-empty", "An empty solution", async ({ page, admin }) => {
    await atSolution(page, await once("empty", () => addSolution(admin, "New Solution")));
  }),
  screen("editor-large", "Five hundred nodes, fitted", async ({ page, admin }) => {
    await atSolution(page, await once("large", () => addSolution(admin, "Five hundred nodes", large())));
    await page.getByRole("application", { name: "Diagram" }).focus();
    await page.keyboard.press("0");
  }),
  screen("editor-cases", "Saved test cases, run together", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await showResults(page, /Test cases/);
    await page.getByRole("button", { name: "Run all" }).click();
    await page.getByText("% of links covered").waitFor();
  }),
  screen("editor-history", "Every save and version", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await chooseFromMenu(page, "History");
    await page.getByRole("dialog", { name: "History" }).getByText("Last save").waitFor();
  }),
  screen("editor-compare", "Two states compared on the diagram", async ({ page, admin }) => {
    const solutionId = await once("compared", async () => {
      const id = await addExample(admin, "Compared");
      const { _embedded: drawn } = await admin.do("definition.read", { at: { solutionId: id } });
      const nodes = drawn.solutionDefinition.nodes.map((one) => (one.label === "Bureau score" ? { ...one, label: "Bureau" } : one));
      const added = { ...newNode("SetState", "added", 500, 25), label: "Flag for review" };
      const start = nodes.find(({ type }) => type === "Start") ?? added;
      const links = [...drawn.solutionDefinition.links, newLink("added-link", start, added)];
      const kept = nodes.filter(({ label }) => label !== "Loan purpose");
      const ids = new Set(kept.map((one) => one.id));
      const left = links.filter((link) => link.id === "added-link" || (ids.has(link.source) && ids.has(link.target)));
      const solutionDefinition = { ...drawn.solutionDefinition, nodes: [...kept, added], links: left };
      await admin.do("definition.update", { at: { solutionId: id }, body: { ...drawn, solutionDefinition } });
      return id;
    });
    await atSolution(page, solutionId);
    await chooseFromMenu(page, "History");
    await page
      .getByRole("row", { name: /^Save / })
      .getByRole("button", { name: "Compare" })
      .click();
    await page.getByRole("region", { name: "Compare" }).waitFor();
  }),
  editing("editor-delete", "Deleting a node", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await node(page, "Eligibility").click();
    await page.keyboard.press("Delete");
    await page.getByText("Delete node?").waitFor();
  }),
  editing("editor-conflict", "Someone else saved meanwhile", async ({ page, admin, variant }) => {
    const solutionId = await once("conflict", () => addExample(admin, "Two at once"));
    await atSolution(page, solutionId);
    const { _embedded: drawn } = await admin.do("definition.read", { at: { solutionId } });
    const theirs = `Who may apply, ${variant.name}`;
    const nodes = drawn.solutionDefinition.nodes.map((one) => (one.type === "EasyRule" ? { ...one, label: theirs } : one));
    const solutionDefinition = { ...drawn.solutionDefinition, nodes };
    await admin.do("definition.update", { at: { solutionId }, body: { ...drawn, solutionDefinition } });
    const rule = drawn.solutionDefinition.nodes.find(({ type }) => type === "EasyRule")?.label ?? "";
    await node(page, rule).click();
    await page.getByRole("complementary", { name: "Details" }).getByLabel("Name", { exact: true }).fill("Eligible");
    await page.keyboard.press("Control+s");
    await page.getByText("saved this solution meanwhile").waitFor();
  }),
  screen("editor-menu", "What else can be done with a solution", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await page.getByRole("button", { name: "More", exact: true }).click();
    await page.getByRole("menuitem", { name: "History" }).waitFor();
  }),
  editing("editor-reason-codes", "What each reason code means", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await chooseFromMenu(page, "Reason codes");
    const texts = page.getByRole("dialog", { name: "Reason codes" }).getByRole("textbox");
    await texts.first().fill("Income below the minimum");
  }),
  editing("editor-draft", "Changes that were kept when the window closed", async ({ page, admin }) => {
    const solutionId = await scorecard(admin);
    await atSolution(page, solutionId);
    await node(page, "Eligibility").click();
    await page.getByRole("complementary", { name: "Details" }).getByLabel("Name", { exact: true }).fill("Who may apply");
    await page.getByText("Unsaved changes").waitFor();
    // A hidden page stores its draft immediately instead of debounced.
    await page.evaluate(() => window.dispatchEvent(new Event("pagehide")));
    page.on("dialog", (question) => void question.accept());
    await page.reload();
    await page.getByRole("dialog", { name: "Unsaved changes were kept" }).waitFor();
  }),
  editing("editor-guard", "Leaving with unsaved changes", async ({ page, admin }) => {
    await atSolution(page, await scorecard(admin));
    await node(page, "Eligibility").click();
    await page.getByRole("complementary", { name: "Details" }).getByLabel("Name", { exact: true }).fill("Changed");
    await page.getByRole("link", { name: "Airlock, all solutions" }).click();
    await page.getByText("Leave without saving?").waitFor();
  }),
  screen("solutions-add", "Adding a solution from a template", async ({ page }) => {
    await page.goto("/admin/solutions");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog").getByText("Consumer credit", { exact: true }).click();
  }),
  screen("solutions-import-report", "The report of an imported DMN file, before the solution is created", async ({ page }) => {
    await page.goto("/admin/solutions");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const file = fileURLToPath(new URL("../interchange/dmn/claim-triage.dmn", import.meta.url));
    await page.getByRole("dialog").getByLabel("Solution file").setInputFiles(file);
    await page
      .getByRole("dialog", { name: "Import report" })
      .getByRole("heading", { name: /^Left out/ })
      .waitFor();
  }),
  screen("solutions-version-refused", "A version that cannot be made, and why", async ({ page, admin }) => {
    await once("broken", () => addSolution(admin, "Errors to fix", broken()));
    await page.goto("/admin/solutions?q=Errors%20to%20fix");
    const create = page.getByRole("button", { name: /^Create version of Errors to fix/ }).first();
    const more = page.getByRole("button", { name: /^More actions for Errors to fix/ }).first();
    await create.or(more).first().click();
    const entry = page.getByRole("menuitem", { name: /^Create version/ });
    if ((await entry.count()) > 0) await entry.click();
    await page.getByRole("dialog").getByRole("button", { name: "Create version" }).click();
    await page.getByText("INVALID_SOLUTION_DEFINITION").waitFor();
  }),
];
