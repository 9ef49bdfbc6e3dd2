import type { Locator, Page } from "playwright-core";

/** The only row with this name. */
export function rowOf(page: Page, name: string): Locator {
  return page
    .getByRole("main")
    .getByRole("row")
    .filter({ has: page.getByText(name, { exact: true }) });
}

/** Chooses an entry of a row's menu, by the name of the row. */
export async function chooseRowAction(page: Page, name: string, entry: string): Promise<void> {
  await page.getByRole("button", { name: `More actions for ${name}`, exact: true }).click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

/** Types over a cell and leaves the field open. */
export async function typeOver(page: Page, column: string, name: string, text: string): Promise<Locator> {
  await page.getByRole("button", { name: `Edit ${column} of ${name}`, exact: true }).click();
  const field = page.getByRole("textbox", { name: `${column} of ${name}`, exact: true });
  await field.fill(text);
  return field;
}

/** Searches, and waits until the URL has it. */
export async function filterBy(page: Page, nouns: string, text: string): Promise<void> {
  await page.getByRole("searchbox", { name: `Filter ${nouns}` }).fill(text);
  await page.waitForURL((url) => (url.searchParams.get("q") ?? "") === text);
}
