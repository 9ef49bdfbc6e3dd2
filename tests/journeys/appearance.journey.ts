import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signInAt } from "../support/sign-in-form.ts";
import { adminEmail, journey } from "./support/journey.ts";
import { chooseFromAccountMenu, onScreen } from "./support/seen.ts";

/** How light the page really is, whatever the markup says: 0 is black. */
async function lightness(page: Page): Promise<number> {
  const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / (3 * 255);
}

journey("a chosen appearance is kept across reload, other pages and other tabs", async ({ open }) => {
  const { page, context } = await open();
  await signInAt(page, "/admin", adminEmail);
  expect(await lightness(page)).toBeGreaterThan(0.8);
  await chooseFromAccountMenu(page, "Dark appearance");
  await page.keyboard.press("Escape");
  expect(await lightness(page)).toBeLessThan(0.25);

  await page.reload();
  await onScreen(page, "Dashboard");
  expect(await lightness(page)).toBeLessThan(0.25);
  const second = await context.newPage();
  await second.goto("/");
  await second.getByRole("link", { name: "Start" }).waitFor();
  expect(await lightness(second)).toBeLessThan(0.25);

  await chooseFromAccountMenu(page, "Light appearance");
  await page.keyboard.press("Escape");
  expect(await lightness(page)).toBeGreaterThan(0.8);
});

journey("whoever has chosen nothing gets what their system prefers, from the first paint", async ({ open }) => {
  const { page } = await open({ dark: true });
  await page.goto("/login");
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(await lightness(page)).toBeLessThan(0.25);
});
