import { newId } from "@airlock/platform";
import { expect } from "vitest";
import { violationsOf } from "../support/axe.ts";
import { signInAt } from "../support/sign-in.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { readMessage } from "./support/seen.ts";

journey("a list is made from a file, changed, published by date, and withdrawn", async ({ open }) => {
  const name = `Brokers ${newId().slice(-6)}`;
  const { page } = await open();
  await signInAt(page, "/admin/lists", adminEmail);
  await page.getByRole("button", { name: "Import CSV" }).waitFor();
  const lines = Array.from({ length: 6_000 }, (_, at) => `B${String(at).padStart(5, "0")},Broker ${at},${at % 100}`);
  const buffer = Buffer.from(["Code,Full name,Rate", ...lines].join("\n"));
  await page.getByLabel("CSV file of a new list").setInputFiles({ name: `${name}.csv`, mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog", { name: `Import ${name}.csv` });
  await expect.poll(() => dialog.getByRole("textbox", { name: "Column 1" }).inputValue()).toBe("full_name");
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import" }).click();
  await readMessage(page, `6,000 rows imported into ${name}`);

  const panel = page.getByRole("complementary", { name: "List" });
  await panel.getByText("returns 2 columns. 6,000 rows.").waitFor();
  await panel.getByRole("button", { name: "Publish v1..." }).click();
  await page
    .getByRole("dialog", { name: /^Publish v1/ })
    .getByRole("button", { name: "Publish now" })
    .click();
  await readMessage(page, `${name} v1 is in effect`);

  // Found by its name from anywhere.
  await page.goto("/admin");
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await page.keyboard.press("ControlOrMeta+K");
  await page.getByPlaceholder("Search or jump to").fill(name);
  await page.getByRole("option", { name: new RegExp(`^${name}`) }).click();
  await panel.getByRole("searchbox", { name: "Find rows" }).fill("B00042");
  await panel.getByText("1 row begins with B00042").waitFor();
  await panel.getByRole("button", { name: "Edit rate of B00042" }).click();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("7");
  await page.keyboard.press("Enter");
  await panel.getByText("Changed", { exact: true }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await panel.getByRole("button", { name: "Publish v2..." }).click();
  const publishing = page.getByRole("dialog", { name: /^Publish v2/ });
  await publishing.getByLabel("In effect from").fill("2099-01-01T00:00");
  await publishing.getByRole("button", { name: "Schedule" }).click();
  await readMessage(page, `${name} v2 takes effect 1 Jan 2099`);

  await panel.getByRole("button", { name: "All 2" }).click();
  await page.getByRole("button", { name: "Withdraw" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw" }).click();
  await page
    .getByRole("dialog", { name: `Versions of ${name}` })
    .getByRole("button", { name: "Close" })
    .click();
  await panel.getByRole("button", { name: /^v2 Draft/ }).waitFor();

  await panel.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await panel.getByRole("button", { name: "Discard" }).waitFor({ state: "hidden" });
  await panel.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete..." }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await panel.waitFor({ state: "hidden" });
});
