import type { Locator, Page, Request } from "playwright-core";

/** A user with their own dashboard: the administrator's is shared by these journeys. */
export const analyst = { permissions: ["versions.list", "executions.list", "versionExecutions.list", "solutions.list"] } as const;

export function widget(page: Page, title: string): Locator {
  return page.getByRole("article", { name: title, exact: true });
}

export async function addItem(page: Page, title: string, choice?: string): Promise<void> {
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Add a dashboard item" });
  if (choice !== undefined) {
    await dialog.getByRole("combobox", { name: "Solution and version" }).fill(choice);
    await page.getByRole("option", { name: choice }).click();
  }
  await dialog.getByRole("textbox", { name: "Title" }).fill(title);
  await dialog.getByRole("button", { name: "OK" }).click();
  await widget(page, title).locator(".widget-total").waitFor();
}

/** The default widget of every user with statistics. */
export function usageWidget(page: Page): Locator {
  return page.getByRole("article", { name: "All deployed solutions" });
}

export function isStats(request: Request): boolean {
  return new URL(request.url()).pathname === "/dme/manage/v1/stats";
}

/** Refreshes the statistics: the shortest request there is. */
export async function refreshUsage(page: Page): Promise<void> {
  await usageWidget(page).getByRole("button", { name: "Refresh" }).click();
}

/** The total that the widget shows now. */
export async function usageTotal(page: Page): Promise<number> {
  const text = await usageWidget(page).locator(".widget-total").textContent();
  return Number(text?.replaceAll(/\D/g, ""));
}
