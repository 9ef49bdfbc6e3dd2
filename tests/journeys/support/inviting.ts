import type { Locator, Page } from "playwright-core";
import { readMessage } from "./seen.ts";

/** The row of the users table with the text. */
export function userRow(page: Page, text: string): Locator {
  return page.getByRole("table", { name: "Users" }).getByRole("row").filter({ hasText: text });
}

/** On the Users screen, like an administrator. */
export async function inviteInConsole(page: Page, firstName: string, name: string, email: string): Promise<void> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a user" });
  await dialog.getByLabel("First name").fill(firstName);
  await dialog.getByLabel("Last name").fill(name);
  await dialog.getByRole("textbox", { name: "Email" }).fill(email);
  await dialog.getByRole("button", { name: "Create" }).click();
  await readMessage(page, `An invitation is on its way to ${email}`);
  await userRow(page, email).getByText("Invited", { exact: true }).waitFor();
}
