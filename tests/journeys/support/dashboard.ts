import type { Locator, Page, Request } from "playwright-core";

/** The widget that everyone with statistics has from the start. */
export function usageWidget(page: Page): Locator {
  return page.getByRole("article", { name: "All deployed solutions" });
}

export function isStats(request: Request): boolean {
  return new URL(request.url()).pathname === "/dme/manage/v1/stats";
}

/** Asks for the statistics again: the shortest piece of work there is. */
export async function refreshUsage(page: Page): Promise<void> {
  await usageWidget(page).getByRole("button", { name: "Refresh" }).click();
}

/** The total that the widget shows now. */
export async function usageTotal(page: Page): Promise<number> {
  const text = await usageWidget(page).locator(".widget-total").textContent();
  return Number(text?.replaceAll(/\D/g, ""));
}
