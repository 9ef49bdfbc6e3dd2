import type { Page } from "playwright-core";
import type { Scene, Shot } from "./shot.ts";

function screen(name: string, shows: string, arrange: (scene: Scene) => Promise<void>): Shot {
  return { name, shows, signedIn: true, arrange };
}

async function atDialog(page: Page, button: string): Promise<void> {
  await page.goto("/admin/executions");
  await page.locator(".started").first().waitFor();
  await page.getByRole("button", { name: button, exact: true }).click();
  await page.getByRole("dialog").waitFor();
}

export const exportShots: readonly Shot[] = [
  screen("executions-exports", "Files of executions, one that is done", async ({ page, admin }) => {
    if ((await admin.do("exports.list")).items.length === 0) {
      await admin.do("exports.create", { body: { format: "parquet", status: "completed" } });
      await admin.do("exports.create", { body: { format: "csv" } });
    }
    await atDialog(page, "Export");
    await page.getByRole("button", { name: /^Download executions-.*\.csv$/ }).waitFor();
  }),
  screen("executions-erase", "Erasing a person's executions", async ({ page }) => {
    await atDialog(page, "Erase");
    await page.getByLabel("Application field").fill("applicant_id");
    await page.getByRole("option", { name: "applicant_id", exact: true }).click();
    await page.getByLabel("Value", { exact: true }).fill("A-1001");
    await page.getByRole("button", { name: "Count executions" }).click();
    await page.getByText(/^This erases|^No execution has/).waitFor();
  }),
  screen("organisations-keeping", "How long an organisation keeps its executions", async ({ page, variant }) => {
    await page.goto("/admin/organisations");
    const first = page.getByRole("button", { name: /^Execution retention of/ }).first();
    if (variant.name === "narrow") {
      await page
        .getByRole("button", { name: /^More actions for/ })
        .first()
        .click();
      await page
        .getByRole("menuitem", { name: /^Execution retention of/ })
        .first()
        .click();
    } else await first.click();
    await page.getByRole("dialog").getByText("Keep forever", { exact: true }).click();
    await page.getByLabel("Days", { exact: true }).waitFor();
  }),
];
