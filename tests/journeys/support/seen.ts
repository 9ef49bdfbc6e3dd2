import type { Locator, Page } from "playwright-core";

/** Waits until the URL has the path; the rest is not checked unless given. */
export async function arrive(page: Page, path: string): Promise<void> {
  await page.waitForURL((url) => (path.includes("?") ? url.pathname + url.search : url.pathname) === path);
}

/** Waits until exactly this text is visible. */
export async function read(page: Page, text: string): Promise<Locator> {
  const found = page.getByText(text, { exact: true });
  await found.waitFor();
  return found;
}

/** The visible status messages. */
export function messages(page: Page): Locator {
  return page.getByRole("region", { name: "Messages" });
}

export async function findMessage(page: Page, text: string, patience: { readonly timeout?: number } = {}): Promise<Locator> {
  const found = messages(page).locator(".toast", { hasText: text });
  await found.waitFor(patience);
  return found;
}

/** Finds a message and hovers its button, which keeps it open. */
export async function holdMessage(page: Page, text: string, patience: { readonly timeout?: number } = {}): Promise<Locator> {
  const found = await findMessage(page, text, patience);
  await found.getByRole("button", { name: "Dismiss" }).hover();
  return found;
}

/** Reads a message and dismisses it, so that it does not cover anything for five seconds; its action still applies. */
export async function readMessage(page: Page, text: string, patience: { readonly timeout?: number } = {}): Promise<void> {
  const found = await findMessage(page, text, patience);
  await found.evaluateAll((toasts) => {
    for (const toast of toasts) {
      const [dismiss, ...more] = toast.querySelectorAll("button");
      if (more.length === 0) dismiss?.click();
    }
  });
}

/** The screen's name in the top bar. */
export async function onScreen(page: Page, title: string): Promise<void> {
  await page.getByRole("banner").getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

export async function chooseFromAccountMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
  await page
    .getByRole("menuitem", { name: item })
    .or(page.getByRole("menuitemradio", { name: item }))
    .click();
}

/** By its link in the side menu. */
export async function openScreen(page: Page, title: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: title, exact: true }).click();
}
