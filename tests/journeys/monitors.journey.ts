import { compile, encodeRecord, evaluate, readInput } from "@airlock/engine";
import { newId } from "@airlock/platform";
import { createClickHouse } from "@airlock/platform/clickhouse";
import { expect } from "vitest";
import type { Caller } from "../support/caller.ts";
import { serveDecision, type Served } from "../support/decision.ts";
import { mailTo } from "../support/inbox.ts";
import type { Product } from "../support/product.ts";
import { sampleFlow } from "../support/sample-flow.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { arrive } from "./support/seen.ts";

/** The worker evaluates twice a minute, and the machine may be busy. */
const patience = { timeout: 120_000 };

/** Executions of two minutes ago, as the worker stores them: a window that ends now includes them. */
async function decided(product: Product, admin: Caller, { versionId, solutionId }: Served, ages: readonly number[]): Promise<void> {
  const { organisationWss } = (await admin.do("profile.read"))._embedded;
  const compiled = compile(sampleFlow());
  if (!compiled.ok) throw new Error("The flow cannot run.");
  const lines = ages.map((age) => {
    const read = readInput(compiled.plan, { age });
    if (!read.ok) throw new Error("The input is not valid.");
    const record = encodeRecord(evaluate(compiled.plan, read.input));
    const started = Date.now() - 120_000;
    return JSON.stringify([organisationWss, versionId, started * 1000, newId(started), solutionId, "k", 100, "completed", record]);
  });
  const clickhouse = createClickHouse({ ...product.clickhouse, name: "journey" });
  try {
    const columns = ["organisation", "version", "started", "id", "solution", "key", "duration_us", "status", "record"];
    await clickhouse.insertLines("executions", columns, lines);
  } finally {
    await clickhouse.close();
  }
}

journey("a monitor is added, fires, leads to its executions, and is acknowledged", async ({ open, admin, product }) => {
  const caller = await admin();
  const name = `Watched ${newId().slice(-6)}`;
  const served = await serveDecision(caller, name);
  await decided(product, caller, served, [...Array.from({ length: 12 }, () => 10), ...Array.from({ length: 8 }, () => 40)]);

  const { page } = await open();
  await signInAt(page, "/admin/monitors", adminEmail);
  await page.getByRole("button", { name: "Add" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add monitor" });
  await dialog.getByRole("combobox", { name: "Solution" }).fill(name);
  await page.getByRole("option", { name }).click();
  await dialog.getByRole("combobox", { name: "Measure" }).click();
  await page.getByRole("option", { name: "Share of an outcome" }).click();
  await dialog.getByLabel("Outcome").fill("declined");
  await dialog.getByLabel("Upper limit").fill("50");
  await dialog.getByLabel("Smallest number of decisions").fill("10");
  await dialog.getByRole("combobox", { name: "Notify by email" }).fill(adminEmail);
  await page.getByRole("option", { name: adminEmail }).click();
  await dialog.getByRole("button", { name: "Add", exact: true }).click();

  const panel = page.getByRole("complementary", { name: "Monitor" });
  await panel.getByRole("heading", { name: `declined share, ${name}` }).waitFor();
  await panel.getByRole("definition").filter({ hasText: /^60%$/ }).waitFor(patience);
  await panel.getByRole("heading", { name: "Executions behind it" }).waitFor(patience);
  await expect.poll(() => panel.getByRole("table").getByRole("row").count(), patience).toBe(6);
  await expect.poll(async () => (await mailTo(product, adminEmail)).subject, patience).toContain("declined share fires");

  await panel.getByRole("button", { name: "Acknowledge" }).click();
  await panel.getByText(/^Acknowledged by /).waitFor();
  await page.getByRole("link", { name: `declined share, ${name}: Acknowledged` }).waitFor();

  await page.goto("/admin");
  const tile = page.getByRole("region", { name: /monitors? firing$/ });
  await tile.getByRole("link", { name: `declined share, ${name}` }).click(patience);
  await page.getByRole("heading", { name: "Firing", exact: true }).waitFor();
  await page.getByRole("link", { name: "Open in Executions" }).click();
  await arrive(page, "/admin/executions");
  await expect.poll(() => page.getByRole("row").filter({ hasText: "declined" }).count(), patience).toBe(10);

  // Another limit ends it.
  await page.goto("/admin/monitors");
  await page.getByRole("link", { name: new RegExp(`^declined share, ${name}`) }).click(patience);
  await panel.getByRole("button", { name: "Edit monitor" }).click();
  const editing = page.getByRole("dialog", { name: "Edit declined share" });
  await editing.getByLabel("Upper limit").fill("90");
  await editing.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: `declined share, ${name}: Normal` }).waitFor(patience);
});
