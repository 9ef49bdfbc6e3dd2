import { text } from "node:stream/consumers";
import { executionResource } from "@airlock/contract";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { ask, issueKey, serveDecision } from "../support/decision.ts";
import { endErasureDelays } from "../support/end-erasure-delays.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey, type Stage } from "./support/journey.ts";

/** The worker stores an execution shortly after the response, and the machine may be busy. */
const patience = { timeout: 30_000 };

async function decided({ admin, product }: Stage, name: string, references: readonly string[]) {
  const caller = await admin();
  const { versionId } = await serveDecision(caller, name);
  const { token } = await issueKey(caller, product);
  const ids: string[] = [];
  for (const reference of references) {
    const answer = executionResource.parse(await (await ask(product, versionId, token, { age: 30, reference })).json());
    ids.push(answer._embedded.webSafeString);
  }
  return { versionId, ids };
}

async function atExecutions(page: Page, versionId: string, count: number): Promise<void> {
  await signInAt(page, `/admin/executions?versions=${versionId}`, adminEmail);
  await expect.poll(() => page.locator(".started").count(), patience).toBe(count);
}

journey("what the list shows is exported in the background, downloaded and removed", async (stage) => {
  const { versionId } = await decided(stage, "Exported", ["first", "=SUM(A1:A9)", "third"]);
  const { page } = await stage.open();
  await atExecutions(page, versionId, 3);

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Export executions" });
  await dialog.getByText("3 executions, as the list is filtered now").waitFor();
  await dialog.getByRole("button", { name: "Export CSV" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download", patience),
    dialog
      .getByRole("button", { name: /^Download executions-.*\.csv$/ })
      .first()
      .click(patience),
  ]);
  expect(download.suggestedFilename()).toMatch(/^executions-.*\.csv$/);
  const lines = (await text(await download.createReadStream())).trim().split("\n");
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('"application.reference"');
  expect(lines.join("\n")).toContain(`"'=SUM(A1:A9)"`);
  expect(await violationsOf(page)).toEqual([]);

  await dialog.getByRole("button", { name: "Export Parquet" }).click();
  await dialog.getByRole("button", { name: /^Download executions-.*\.parquet$/ }).waitFor(patience);
  await dialog.getByRole("button", { name: /^Remove executions-.*\.parquet$/ }).click();
  await dialog.getByRole("button", { name: /^Download executions-.*\.parquet$/ }).waitFor({ state: "detached" });
});

journey("a person's executions are erased and marked as such, and those of others are not", async (stage) => {
  const { versionId, ids } = await decided(stage, "Asked by two people", ["person-7", "person-8"]);
  const { page } = await stage.open();
  await atExecutions(page, versionId, 2);

  await page.getByRole("button", { name: "Erase", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Erase a person's executions" });
  const count = dialog.getByRole("button", { name: "Count executions" });
  await expect.poll(() => count.isDisabled()).toBe(true);
  await dialog.getByLabel("Application field").fill("reference");
  await page.getByRole("option", { name: "reference", exact: true }).click();
  await dialog.getByLabel("Value", { exact: true }).fill("person-7");
  await dialog.getByLabel("Solution", { exact: true }).click();
  await page.getByRole("option", { name: "Asked by two people" }).click();
  await count.click();
  await dialog.getByText("This erases 1 execution of 1 solution. It begins in 1 hour. Until then you can cancel it.").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const erase = dialog.getByRole("button", { name: "Erase 1 execution" });
  await erase.click();
  const erasures = dialog.getByRole("list", { name: "Erasures" });
  await expect.poll(() => erasures.textContent()).toMatch(/Begins at \d/);
  await erasures.getByRole("button", { name: "Cancel the erasure by reference" }).first().click();
  await expect.poll(() => erasures.textContent()).toContain("Cancelled at");

  // Another one, whose delay is over.
  await dialog.getByLabel("Value", { exact: true }).fill("person-7");
  await count.click();
  await erase.click();
  await expect.poll(() => erasures.textContent()).toMatch(/Begins at \d/);
  await endErasureDelays(stage.product);
  await expect.poll(() => erasures.textContent(), patience).toContain("1 execution erased");
  await dialog.getByRole("button", { name: "Close" }).last().click();

  // Both are still in the list; one has no values any more.
  await expect.poll(() => page.getByText("Erased", { exact: true }).count(), patience).toBe(1);
  await page.goto(`/execution/${ids[0]}`);
  await page.getByRole("complementary", { name: "One execution" }).getByText("Erased on").waitFor();
  expect(await page.content()).not.toContain("person-7");
  await page.goto(`/execution/${ids[1]}`);
  await page.getByRole("complementary", { name: "One execution" }).getByText("Completed").waitFor();
  await expect.poll(() => page.getByRole("complementary", { name: "One execution" }).getByText("Erased on").count()).toBe(0);
});

journey("a shorter retention is chosen for an organisation, waits for its delay and is cancelled", async ({ open, admin }) => {
  const caller = await admin();
  const { _embedded: made } = await caller.do("organisations.create", { body: { name: `Keeping ${Date.now()}` } });
  const { page } = await open();
  await signInAt(page, `/admin/organisations?q=${encodeURIComponent(made.name)}`, adminEmail);
  await page.getByRole("button", { name: `Execution retention of ${made.name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Execution retention" });
  await dialog.getByText("Keep forever", { exact: true }).click();
  await dialog.getByLabel("Days", { exact: true }).fill("12.5");
  await dialog.getByText("A whole number from 1 to 36,500.").waitFor();
  await dialog.getByLabel("Days", { exact: true }).fill("90");
  await dialog.getByRole("button", { name: "Count executions" }).click();
  await dialog.getByText("This permanently deletes 0 executions. It takes effect in 1 hour. Until then you can cancel it.").waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  const at = { organisationId: made.webSafeString };
  const retention = async () => (await caller.do("organisation.retention.read", { at }))._embedded;
  expect(await retention()).toMatchObject({ days: null, next: { days: 90 } });

  await page.getByRole("button", { name: `Execution retention of ${made.name}` }).click();
  await dialog.getByText(/^90 days: Takes effect at \d/).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel change" }).click();
  await dialog.getByText(/Takes effect at/).waitFor({ state: "detached" });
  expect(await retention()).toMatchObject({ days: null, next: null });
});

journey("without the permission erasing is not offered", async ({ open, person }) => {
  const { email } = await person({ permissions: ["executions.list", "versionExecutions.list", "versions.list"] });
  const { page } = await open();
  await signInAt(page, "/admin/executions", email);
  await page.getByRole("button", { name: "Export", exact: true }).or(page.getByText("No version has been deployed yet")).first().waitFor();
  expect(await page.getByRole("button", { name: "Erase", exact: true }).count()).toBe(0);
});
