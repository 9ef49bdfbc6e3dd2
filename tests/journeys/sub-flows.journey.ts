import { executionResource } from "@airlock/contract";
import { parseDefinition, type Definition, type FlowNode } from "@airlock/flow";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { ask, issueKey } from "../support/decision.ts";
import { readExamples } from "../support/examples.ts";
import { signInAt } from "../support/sign-in.ts";
import { openEditor, untilOpen } from "./support/editor.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { Panels } from "./support/panels.ts";
import { unique } from "./support/unique.ts";

/** The worker stores an execution shortly after the response, and the machine may be busy. */
const patience = { timeout: 60_000 };

/** The loan of the examples before its sub-flow was chosen, and the solution to choose. */
async function loan(): Promise<{ readonly flow: Definition; readonly affordability: Definition; readonly input: object }> {
  const example = (await readExamples()).find(({ name }) => name === "Loan with an affordability check");
  const parsed = parseDefinition(example?.definition);
  if (!parsed.ok || example === undefined) throw new Error("The example is missing.");
  const { subFlows, ...flow } = parsed.definition;
  const nodes = flow.solutionDefinition.nodes.map((node): FlowNode =>
    node.type === "SubFlow" ? { ...node, label: "Sub-flow", versionId: "", versionName: "", subFlowInputs: [], subFlowOutputs: [] } : node,
  );
  const affordability = subFlows?.[0]?.definition;
  const input = example.cases[0]?.input ?? {};
  if (affordability === undefined) throw new Error("The example has no sub-flow.");
  const applicationTestData = Object.entries(input).map(([name, value]) => ({ name, value: String(value) }));
  return { flow: { ...flow, solutionDefinition: { ...flow.solutionDefinition, nodes }, applicationTestData }, affordability, input };
}

journey("a version of another solution is chosen, run, traced inside, listed as used, and updated", async ({ open, admin, product }) => {
  const caller = await admin();
  const { flow, affordability, input } = await loan();
  const calleeName = unique("Affordability");
  const callee = await caller.do("solutions.create", { body: { name: calleeName, definition: { ...affordability } } });
  const calleeAt = { solutionId: callee._embedded.webSafeString };
  await caller.do("solution.versions.create", { at: calleeAt, body: {} });
  const name = unique("Loan");
  const solution = await caller.do("solutions.create", { body: { name, definition: { ...flow } } });
  const at = { solutionId: solution._embedded.webSafeString };

  const { page } = await open();
  await openEditor(page, at.solutionId, adminEmail);
  const panels = new Panels(page);
  await panels.select("afford");
  await panels.button("Choose version").click();
  const dialog = page.getByRole("dialog", { name: "Choose version" });
  await dialog.getByRole("searchbox", { name: "Find a solution" }).fill(calleeName);
  await dialog.getByText(calleeName, { exact: true }).click();
  await dialog.getByText("5 of 5 inputs and 3 of 3 outputs mapped").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Use version" }).click();
  await panels.details.getByText(calleeName, { exact: true }).first().waitFor();
  expect(await panels.field("Input 5 value").inputValue()).toBe("instalment");

  await page.getByRole("button", { name: "Execute" }).click();
  await page.getByText("Test run completed").waitFor();
  await page.locator('[data-node="afford"] [data-open]').click();
  const crumbs = page.getByRole("navigation", { name: "Opened sub-flows" });
  await crumbs.getByText(`${calleeName} Version 1`).waitFor();
  await page.locator('[data-node="yes"].is-executed').waitFor();
  expect(await page.locator('[data-node="no"].is-executed').count()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
  await crumbs.getByRole("button", { name: "Whole flow" }).click();
  await page.locator('[data-node="instalment"].is-executed').waitFor();

  // A version with it decides, and its executions open inside too.
  const version = await caller.do("solution.versions.create", { at, body: {} });
  const versionId = version._embedded.webSafeString;
  await caller.do("version.deploy", { at: { versionId } });
  const { token } = await issueKey(caller, product);
  const response = await ask(product, versionId, token, input);
  const execution = executionResource.parse(await response.json())._embedded.webSafeString;
  const isStored = () =>
    caller.do("execution.read", { at: { executionId: execution } }).then(
      () => true,
      () => false,
    );
  await expect.poll(isStored, patience).toBe(true);
  await page.goto(`/execution/${execution}`);
  const steps = page.getByRole("region", { name: "Steps" });
  await expect.poll(() => steps.getByText(`in ${calleeName}`).count(), patience).toBeGreaterThan(2);
  await page.locator('[data-node="afford"]').dblclick();
  await page.locator('[data-node="yes"].is-executed').waitFor();

  // The other solution says where it is used.
  await page.goto(`/admin/solutions?q=${encodeURIComponent(calleeName)}`);
  await page
    .getByRole("button", { name: new RegExp(`versions of ${calleeName}`, "i") })
    .first()
    .click();
  const uses = page.getByRole("region", { name: `Used by, ${calleeName}` });
  await uses.getByRole("heading", { name: "Used by 1 solution" }).waitFor();
  await uses.getByRole("link", { name: `${name}, draft` }).waitFor();
  const served = uses.getByRole("listitem").filter({ hasText: `${name}, Version 1` });
  await served.getByText("Serving").waitFor();
  expect(await violationsOf(page)).toEqual([]);

  // A newer version is offered, and the update is one step.
  await caller.do("solution.versions.create", { at: calleeAt, body: {} });
  await page.goto(`/solution/${at.solutionId}`);
  await untilOpen(page);
  await panels.select("afford");
  await panels.details.getByText("Version 2 is available.").waitFor();
  await panels.button("Update").click();
  await panels.details.getByText("Version 2", { exact: true }).waitFor();
  await panels.details.getByText("Version 2 is available.").waitFor({ state: "hidden" });
  await page.keyboard.press("ControlOrMeta+Z");
  await panels.details.getByText("Version 2 is available.").waitFor();
});

journey("the template with a sub-flow creates the solution that it runs", async ({ open, admin }) => {
  const { page } = await open();
  await signInAt(page, "/admin/solutions", adminEmail);
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a solution" });
  await dialog.getByText("Loan with an affordability check", { exact: true }).click();
  const name = unique("From a template");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "hidden", ...patience });
  const caller = await admin();
  const { items } = await caller.do("solutions.list", { query: { search: name } });
  expect(items.map(({ _embedded }) => _embedded.validRuntime)).toEqual([true]);
});
