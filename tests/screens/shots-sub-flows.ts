import { executionResource } from "@airlock/contract";
import type { Page } from "playwright-core";
import { addExample, untilOpen } from "../journeys/support/editor.ts";
import type { Caller } from "../support/caller.ts";
import { ask, issueKey, untilKnownAt } from "../support/decision.ts";
import type { Product } from "../support/product.ts";
import type { Scene, Shot } from "./shot.ts";

const patience = { timeout: 60_000 };
const input = { age: 34, net_income: 2000, housing_costs: 900, monthly_debts: 100, dependants: 0, amount: 12000, term_months: 48 };

interface Loan {
  readonly solutionId: string;
  readonly versionId: string;
  readonly executionId: string;
}
let made: Promise<Loan> | undefined;

/** A loan whose sub-flow has a newer version, served and executed. Nothing here is saved afterwards. */
function loan(product: Product, admin: Caller): Promise<Loan> {
  made ??= (async () => {
    const solutionId = await addExample(admin, "Car loan", "loan-with-affordability");
    const version = await admin.do("solution.versions.create", { at: { solutionId }, body: {} });
    const versionId = version._embedded.webSafeString;
    await admin.do("version.deploy", { at: { versionId } });
    const { token } = await issueKey(admin);
    await untilKnownAt(product, token);
    const responses = await Promise.all(
      [1800, 2000, 2600, 3200].map(async (income) => (await ask(product, versionId, token, { ...input, net_income: income })).json()),
    );
    const executionId = executionResource.parse(responses[1])._embedded.webSafeString;
    const { items } = await admin.do("solution.subFlows", { at: { solutionId } });
    for (const { _embedded } of items) {
      await admin.do("solution.versions.create", { at: { solutionId: _embedded.solutionWss }, body: {} });
    }
    return { solutionId, versionId, executionId };
  })();
  return made;
}

function shot(name: string, shows: string, arrange: (page: Page, loan: Loan) => Promise<void>, wideOnly = false): Shot {
  return {
    name: `sub-flow-${name}`,
    shows,
    signedIn: true,
    wideOnly,
    arrange: async ({ page, admin, product }: Scene) => {
      await arrange(page, await loan(product, admin));
      await page.mouse.move(0, 400);
    },
  };
}

async function atNode(page: Page, { solutionId }: Loan): Promise<void> {
  await page.goto(`/solution/${solutionId}`);
  await untilOpen(page);
  await page.getByRole("button", { name: "Fit to screen" }).click();
  await page.locator('[data-node="afford"]').click();
  const details = page.getByRole("button", { name: "Show details" });
  if (await details.isVisible()) await details.click();
  await page.getByText("Version 2 is available.").waitFor(patience);
}

export const subFlowShots: readonly Shot[] = [
  shot("panel", "A Sub-flow node, of which a newer version is available", atNode),
  shot(
    "choice",
    "Choosing a version of another solution",
    async (page, made) => {
      await atNode(page, made);
      await page.getByRole("button", { name: "Change version" }).click();
      const dialog = page.getByRole("dialog", { name: "Choose version" });
      await dialog.getByText("Affordability check", { exact: true }).first().click();
      await dialog.getByText(/inputs and .* mapped/).waitFor();
    },
    true,
  ),
  shot("run", "A test run inside a sub-flow", async (page, { solutionId }) => {
    await page.goto(`/solution/${solutionId}`);
    await untilOpen(page);
    await page.getByRole("button", { name: "Execute" }).click();
    await page.getByText("Test run completed").waitFor();
    await page.getByRole("button", { name: "Fit to screen" }).click();
    await page.locator('[data-node="afford"]').dblclick();
    await page.locator('[data-node="yes"].is-executed').waitFor();
  }),
  shot("trace", "The trace of an execution, inside a sub-flow", async (page, { executionId }) => {
    await page.goto(`/execution/${executionId}`);
    await page.locator('[data-node="afford"]').dblclick();
    await page.locator('[data-node="tight"].is-executed').waitFor(patience);
  }),
  shot("heat", "Heat map inside a sub-flow", async (page, { versionId }) => {
    await page.goto(`/version/${versionId}`);
    await page.locator(".cv-heat").first().waitFor(patience);
    await page.locator('[data-node="afford"]').dblclick();
    await page.locator('[data-node="tight"] .cv-heat').waitFor(patience);
  }),
  shot("used-by", "Where a solution is used", async (page) => {
    const name = "Affordability check";
    await page.goto(`/admin/solutions?q=${encodeURIComponent(name)}`);
    // The newest of that name is run by the served loan.
    await page
      .getByRole("button", { name: new RegExp(`versions of ${name}`, "i") })
      .nth(1)
      .click();
    await page.getByRole("heading", { name: /^Used by/ }).waitFor(patience);
  }),
];
