import type { Locator, Page } from "playwright-core";

/** Actions of a tutorial's reader in the console. */
export function button(within: Page | Locator, name: string): Locator {
  return within.getByRole("button", { name, exact: true });
}

/** Opens a screen from the side menu. */
export async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
  await page.getByRole("banner").getByRole("heading", { level: 1, name, exact: true }).waitFor();
}

/** An option of a native list, or of one of ours. */
export async function choose(list: Locator, option: string): Promise<void> {
  if ((await list.evaluate((element) => element.tagName)) === "SELECT") {
    await list.selectOption({ label: option });
    return;
  }
  await list.click();
  await list.page().getByRole("option").filter({ hasText: option }).first().click();
}

/** Pastes over the field's content. */
export async function paste(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.page().evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await field.press("ControlOrMeta+a");
  await field.press("ControlOrMeta+v");
}

/** A message at the edge of the screen, by a part of its text. */
export function message(page: Page, text: string): Locator {
  return page.getByRole("region", { name: "Messages" }).locator(".toast", { hasText: text });
}
